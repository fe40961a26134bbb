package server

import (
	"slices"
	"strings"
)

// Reserved returns the first path segments of ServeMux patterns ("GET /login",
// "/api/v1/"), which belong to the app on the default domain and cannot be the
// first segment of an alias. The server's own routes are included. The result is
// sorted and has no duplicates.
func Reserved(patterns []string) []string {
	segments := []string{healthPath[1:], readyPath[1:]}
	for _, pattern := range patterns {
		if _, path, hasMethod := strings.Cut(pattern, " "); hasMethod {
			pattern = strings.TrimSpace(path)
		}
		slash := strings.IndexByte(pattern, '/')
		if slash < 0 {
			continue
		}
		if segment := firstSegment(pattern[slash:]); segment != "" && !strings.HasPrefix(segment, "{") {
			segments = append(segments, segment)
		}
	}
	slices.Sort(segments)
	return slices.Compact(segments)
}

// firstSegment returns the part of a path between its first two slashes.
func firstSegment(path string) string {
	segment, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return segment
}
