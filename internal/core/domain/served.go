package domain

// Names that every host of the install serves itself, below its root. No alias
// begins with one of them.
const (
	PathHealth    = "healthz"
	PathReady     = "readyz"
	PathRobots    = "robots.txt"
	PathFavicon   = "favicon.ico"
	PathWellKnown = ".well-known" // everything below it: documents of apps, challenges of certificate authorities
)

// ServedPaths returns the names that every host serves itself.
func ServedPaths() []string {
	return []string{PathHealth, PathReady, PathRobots, PathFavicon, PathWellKnown}
}
