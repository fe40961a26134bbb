package visitor

import (
	"strconv"
	"strings"
)

// BestLanguage returns the preferred language of an Accept-Language header: the
// one with the highest quality, or the first of several. "*" and q=0 are ignored.
// The tag is formatted as BCP 47 recommends ("de-AT", "zh-Hant-TW"). It is empty
// when the header contains no language.
func BestLanguage(header string) string {
	best, bestQuality := "", 0.0
	for item := range strings.SplitSeq(header, ",") {
		tag, params, _ := strings.Cut(item, ";")
		q := languageQuality(params)
		if q <= bestQuality {
			continue
		}
		if tag = canonicalTag(strings.TrimSpace(tag)); tag != "" {
			best, bestQuality = tag, q
		}
	}
	return best
}

// languageQuality parses "q=0.8". It returns 1 without a quality and 0 for a
// malformed one.
func languageQuality(params string) float64 {
	for p := range strings.SplitSeq(params, ";") {
		name, value, ok := strings.Cut(strings.TrimSpace(p), "=")
		if !ok || !strings.EqualFold(strings.TrimSpace(name), "q") {
			continue
		}
		q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil || !(q >= 0 && q <= 1) {
			return 0
		}
		return q
	}
	return 1
}

// maxLanguageTag bounds a tag, in bytes (RFC 5646, section 4.4.1).
const maxLanguageTag = 35

// canonicalTag formats a tag as BCP 47 recommends. It returns "" for a malformed
// tag.
func canonicalTag(tag string) string {
	if len(tag) < 2 || len(tag) > maxLanguageTag {
		return ""
	}
	parts := strings.Split(strings.ToLower(tag), "-")
	for i, p := range parts {
		if p == "" || len(p) > 8 || strings.Trim(p, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
			return ""
		}
		switch {
		case i == 0:
			if len(p) < 2 || strings.ContainsAny(p, "0123456789") {
				return ""
			}
		case len(parts[i-1]) == 1: // no region follows a singleton
		case len(p) == 2:
			parts[i] = strings.ToUpper(p)
		case len(p) == 4 && p[0] > '9':
			parts[i] = strings.ToUpper(p[:1]) + p[1:]
		}
	}
	return strings.Join(parts, "-")
}
