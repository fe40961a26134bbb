package useragent

import "strings"

// withoutModels returns a header, in lower case, without the parts that name the
// model of a device, because a model may be called anything: the segment behind the
// system, as in "(linux; android 7.0; m bot 51)", the segments behind
// "iemobile/9.0", and a bracket in which an app describes the device, as in
// "(31/12; 480dpi; …)".
func withoutModels(lower string) string {
	if !containsAny(lower, "andr", "iemobile/", "dpi;") {
		return lower
	}
	var b strings.Builder
	for rest := lower; ; {
		start := strings.IndexByte(rest, '(')
		if start < 0 {
			b.WriteString(rest)
			return b.String()
		}
		end := start + closingBracket(rest[start:])
		b.WriteString(rest[:start+1])
		writeWithoutModel(&b, rest[start+1:end])
		rest = rest[end:]
	}
}

// closingBracket returns the index of the bracket that closes the one at the start
// of text, the length of the text without one.
func closingBracket(text string) int {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(text)
}

// writeWithoutModel writes the segments of a comment without those that name the
// model.
func writeWithoutModel(b *strings.Builder, comment string) {
	if strings.Contains(comment, "dpi;") {
		return
	}
	behind := false // the system
	for i, segment := range strings.Split(comment, ";") {
		name := strings.TrimSpace(segment)
		if behind && !isDetail(name) {
			continue
		}
		if i > 0 {
			b.WriteByte(';')
		}
		b.WriteString(segment)
		behind = behind || strings.HasPrefix(name, "android") || strings.HasPrefix(name, "andr0id ") || strings.HasPrefix(name, "iemobile/")
	}
}

// isDetail reports whether a segment behind the system is no model: a language, a
// word that other rules search, or a program with its version or its site.
func isDetail(segment string) bool {
	switch segment {
	case "u", "wv", "mobile", "tablet", "compatible":
		return true
	}
	if len(segment) == 2 || len(segment) == 5 && (segment[2] == '-' || segment[2] == '_') || strings.HasPrefix(segment, "rv:") {
		return true
	}
	name, _, versioned := strings.Cut(segment, "/")
	return versioned && !strings.Contains(name, " ") && name != "build"
}
