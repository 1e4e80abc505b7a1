// VenueStore
