package server

import (
	"slices"
	"strings"
)

// Reserved returns the first segments of the routes with these patterns, as
// ServeMux writes them ("GET /login", "/api/v1/"): the paths that belong to
// the app on the default domain, and that no alias may begin with. The
// server's own routes are among them. Sorted, each once.
func Reserved(patterns []string) []string {
	words := []string{healthPath[1:], readyPath[1:]}
	for _, pattern := range patterns {
		if _, path, hasMethod := strings.Cut(pattern, " "); hasMethod {
			pattern = strings.TrimSpace(path)
		}
		slash := strings.IndexByte(pattern, '/')
		if slash < 0 {
			continue
		}
		if word := firstSegment(pattern[slash:]); word != "" && !strings.HasPrefix(word, "{") {
			words = append(words, word)
		}
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// firstSegment returns what stands between the first two slashes of a path.
func firstSegment(path string) string {
	word, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return word
}
