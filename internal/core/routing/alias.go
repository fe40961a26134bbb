package routing

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// MaxAlias limits an alias, in characters after NFC.
const MaxAlias = 190

// emojiVariation selects the colored form of an emoji. Keyboards differ in it and
// it is invisible, so keys of aliases omit it.
const emojiVariation = "\ufe0f"

// FoldAlias returns the key under which an alias is stored and looked up:
// composed (NFC), and folded unless the domain is case-sensitive. Every writer and
// reader of aliases must use it.
func FoldAlias(alias string, caseSensitive bool) string {
	if isASCII(alias) {
		if caseSensitive {
			return alias
		}
		return strings.ToLower(alias)
	}
	alias = strings.ReplaceAll(alias, emojiVariation, "")
	if caseSensitive {
		return norm.NFC.String(alias)
	}
	return Fold(alias)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// LookupKeys returns the keys under which a visited path (decoded, without its
// leading slash) may be stored, the best first: the path itself, then the
// wildcards above it from the longest to "*". A path that could not be an alias
// (too long, not UTF-8, with control characters) has wildcard keys only; the
// empty path has none.
func LookupKeys(path string, caseSensitive bool) []string {
	path = strings.TrimSuffix(path, "/")
	if path == "" {
		return nil
	}
	keys := make([]string, 0, 2+strings.Count(path[:min(len(path), 4*MaxAlias)], "/"))
	if plausible(path) {
		keys = append(keys, FoldAlias(path, caseSensitive))
		keys = append(keys, keys[0]+"/*") // "docs/*" takes "docs" too
	}
	for i := min(len(path), 4*MaxAlias) - 1; i > 0; i-- {
		if path[i] == '/' && plausible(path[:i]) {
			keys = append(keys, FoldAlias(path[:i], caseSensitive)+"/*")
		}
	}
	return append(keys, "*")
}

// FirstKey returns the first of LookupKeys without making the others, and ""
// when there is none.
func FirstKey(path string, caseSensitive bool) string {
	path = strings.TrimSuffix(path, "/")
	if path != "" && plausible(path) {
		return FoldAlias(path, caseSensitive)
	}
	if keys := LookupKeys(path, caseSensitive); len(keys) > 0 {
		return keys[0]
	}
	return ""
}

// plausible reports whether a path could be an alias at all.
func plausible(path string) bool {
	if len(path) > 4*MaxAlias || !utf8.ValidString(path) {
		return false
	}
	n := 0
	for _, r := range path {
		if n++; n > MaxAlias || r < ' ' || r == 0x7f {
			return false
		}
	}
	return true
}

// RestOf returns the part after a wildcard's prefix of a path as it was
// typed (still escaped, without its leading slash), by counting segments:
// folding and escaping change letters, never the number of slashes.
func RestOf(typed, wildcard string) string {
	for skip := strings.Count(wildcard, "/"); skip > 0; skip-- {
		i := nextSlash(typed)
		if i < 0 {
			return ""
		}
		typed = typed[i:]
	}
	return typed
}

// nextSlash returns the index behind the first slash, plain or escaped.
func nextSlash(s string) int {
	for i := range len(s) {
		if s[i] == '/' {
			return i + 1
		}
		if s[i] == '%' && len(s) >= i+3 && s[i+1] == '2' && (s[i+2] == 'F' || s[i+2] == 'f') {
			return i + 3
		}
	}
	return -1
}
