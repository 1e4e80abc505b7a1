// GeofenceMonitor
