// Router
