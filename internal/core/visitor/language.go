package visitor

import (
	"strconv"
	"strings"
)

// BestLanguage returns the language that an Accept-Language header likes best:
// the highest quality, ties in the header's order; "*" and q=0 never (spec:
// api.md "Values"). The tag is spelt as BCP 47 recommends ("de-AT",
// "zh-Hant-TW"); it is empty when the header names none.
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

// languageQuality reads "q=0.8": 1 when it is not given, 0 when it is
// malformed.
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

// maxLanguageTag bounds a tag: real ones are far shorter (RFC 5646 §4.4.1).
const maxLanguageTag = 35

// canonicalTag spells a tag as BCP 47 recommends, and returns "" for what is
// not shaped like one.
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
		case len(parts[i-1]) == 1: // behind a singleton nothing is a region
		case len(p) == 2:
			parts[i] = strings.ToUpper(p)
		case len(p) == 4 && p[0] > '9':
			parts[i] = strings.ToUpper(p[:1]) + p[1:]
		}
	}
	return strings.Join(parts, "-")
}
