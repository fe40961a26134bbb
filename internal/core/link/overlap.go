package link

import "strings"

// CoveringAliases returns the folded aliases that reserve a folded alias for their
// workspace: each alias and each wildcard above it, the longest first, and the wildcard
// at it; for a wildcard also its base, "guide" for "guide/*". Every path that creates
// an alias on a shared domain rejects it if another workspace has one of these.
func CoveringAliases(folded string) []string {
	base, isWildcard := strings.CutSuffix(folded, wildcard)
	var keys []string
	if isWildcard {
		keys = append(keys, base)
	}
	keys = append(keys, base+wildcard)
	for i := len(base) - 1; i > 0; i-- {
		if base[i] == '/' {
			keys = append(keys, base[:i]+wildcard, base[:i])
		}
	}
	return keys
}
