// Planner
