// OpenStreetMap
