package link

import (
	"fmt"
	"strings"

	"linnet/internal/core/routing"
)

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

// OverlapMessage returns why a folded alias cannot be created on a host: it
// overlaps with other, an alias of another workspace.
func OverlapMessage(host, alias, other string) string {
	base, own := strings.TrimSuffix(other, wildcard), strings.TrimSuffix(alias, wildcard)
	if strings.HasPrefix(own, base+"/") || own == base && routing.IsWildcard(other) {
		return fmt.Sprintf("%s/%s and everything below it belong to another workspace. Choose an alias outside of it.", host, base)
	}
	return fmt.Sprintf("Another workspace already has a link at or below %s/%s. Choose another alias.", host, own)
}
