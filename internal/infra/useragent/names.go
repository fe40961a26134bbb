package useragent

import (
	"iter"
	"strconv"
	"strings"
)

// hasUnknownName reports whether a desktop browser's header contains a name behind
// its own that belongs to no browser: automation often adds its name to a browser's
// header. Mobile apps, and programs with a window, do so too, but have a user.
func (l *lists) hasUnknownName(lower string) bool {
	if containsAny(lower, "andr", " mobile", "; wv)", "(mobile", "electron/", "qtwebengine/", "goanna/") {
		return false
	}
	version := ""   // of the browser, once its name was found
	behind := false // whether the part before was that name
	for part := range parts(lower) {
		switch {
		case part[0] == '(':
			words := strings.FieldsFunc(part, isSeparator)
			if behind && len(words) > 0 && l.isUnknown(words[0], version) {
				return true
			}
			behind = false // other comments belong to the name before them
		case isRecentBrowser(part):
			_, version, _ = strings.Cut(part, "/")
			behind = true
		case version != "" && l.isUnknown(part, version):
			return true
		default:
			behind = false
		}
	}
	return false
}

// parts returns the names and the comments of a header; a comment includes its
// brackets.
func parts(lower string) iter.Seq[string] {
	const between = " ,;)"
	return func(yield func(string) bool) {
		for lower = strings.TrimLeft(lower, between); lower != ""; lower = strings.TrimLeft(lower, between) {
			end := len(lower)
			if lower[0] == '(' {
				end = min(closingBracket(lower)+1, end)
			} else if i := strings.IndexAny(lower, between+"("); i >= 0 {
				end = i
			}
			if !yield(lower[:end]) {
				return
			}
			lower = lower[end:]
		}
	}
}

func isSeparator(r rune) bool { return strings.ContainsRune(" ,;()[]", r) }

// isRecentBrowser reports whether a part is the name and the version of a browser:
// of Blink, of WebKit since 2013, or of Gecko since 2017. Their predecessors are
// excluded, because dozens of browsers were made from them.
func isRecentBrowser(part string) bool {
	name, version, _ := strings.Cut(part, "/")
	text, minor, _ := strings.Cut(version, ".")
	minor, _, _ = strings.Cut(minor, ".")
	major, _ := strconv.Atoi(text)
	build, _ := strconv.Atoi(minor)
	return name == "safari" && (major >= 600 || major == 537 && build >= 36) || name == "firefox" && major >= 52
}

// isUnknown reports whether a token names a program that is no known browser. A version
// belongs to the token before it. Browsers that are made from another one have its version,
// or one of four numbers, as Chromium; names of automation have none, or a shorter one.
func (l *lists) isUnknown(token, version string) bool {
	name, own, _ := strings.Cut(token, "/")
	if isVersion(strings.TrimLeft(name, "vr_+")) || strings.Count(own, ".") == 3 || own != "" && own == version {
		return false
	}
	return !l.suffixes[name] && !l.suffixes[strings.TrimRight(name, "0123456789.")]
}

// isVersion reports whether a token is a version, such as "2.x" or "116.0", and not a
// random id.
func isVersion(token string) bool {
	const longest = len("1234.1234.12345678")
	return token == "" || isDigit(token[0]) && len(token) <= longest
}

// extendsBrowser reports whether a program put its name into the header of a browser:
// before it (which phones do, too), into the comment with the system, into the engine's
// comment or directly behind it, or with "compatible;" behind the engine.
func (l *lists) extendsBrowser(lower string) bool {
	if _, comment, found := strings.Cut(lower, "mozilla/5.0 ("); found && extendsSystem(comment) {
		return true
	}
	before, after, found := strings.Cut(lower, " applewebkit/")
	if !found {
		return false
	}
	isPrefixed := strings.Index(before, "mozilla/5.0") > 0 && !containsAny(lower, "andr", " mobile", "symbian", "midp")
	if isPrefixed || strings.Contains(after, "compatible;") {
		return true
	}
	_, after, found = strings.Cut(after, "like gecko")
	if !found {
		return false
	}
	comment, after, _ := strings.Cut(after, ")")
	if comment != "" && strings.ContainsRune(",;", rune(comment[0])) && !strings.Contains(comment, "safari") { // as before 2010
		return true
	}
	name, rest, _ := strings.Cut(strings.TrimLeft(after, " "), " ")
	return strings.HasPrefix(rest, "version/") && !strings.Contains(name, "/") && l.isUnknown(name, "")
}

// extendsSystem reports whether the comment with the system starts with another name
// than Windows', or contains a name behind Gecko's revision.
func extendsSystem(comment string) bool {
	comment, _, _ = strings.Cut(comment, ")")
	_, behind, _ := strings.Cut(comment, "; rv:")
	_, program, _ := strings.Cut(behind, ";")
	if name := strings.TrimSpace(program); name != "" && isLetter(name[0]) && !containsAny(comment, "mobile", "trident/", "gecko/") {
		return true
	}
	first, rest, _ := strings.Cut(comment, ";")
	return strings.Contains(rest, " windows nt ") && len(first) > 3 && !containsAny(first, "windows", "compatible", "msie")
}
