// ShopSearch
