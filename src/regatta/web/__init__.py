"""The site: pages, their forms and their JSON twins. Knows all of HTTP and no game."""
