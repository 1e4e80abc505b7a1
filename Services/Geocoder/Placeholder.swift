// Geocoder
