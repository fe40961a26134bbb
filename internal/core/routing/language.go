package routing

import "strings"

// bestLanguage returns the range of an Accept-Language header that the visitor
// likes best: the highest quality, ties in the header's order; "*" and q=0
// never, nor a range whose quality cannot be read (RFC 9110 §12.4.2, §12.5.4).
func bestLanguage(header string) string {
	best, bestQuality := "", 0
	for header != "" {
		var item string
		item, header, _ = strings.Cut(header, ",")
		tag, params, _ := strings.Cut(item, ";")
		tag = strings.Trim(tag, " \t")
		if tag == "" || tag == "*" {
			continue
		}
		if q := quality(params); q > bestQuality {
			best, bestQuality = tag, q
		}
	}
	return best
}

// quality returns the weight among parameters in thousandths: 1000 when there
// is none, 0 when it is malformed.
func quality(params string) int {
	for params != "" {
		var p string
		p, params, _ = strings.Cut(params, ";")
		name, value, ok := strings.Cut(p, "=")
		if ok && strings.EqualFold(strings.Trim(name, " \t"), "q") {
			return thousandths(strings.Trim(value, " \t"))
		}
	}
	return 1000
}

// thousandths reads `0[.ddd]` or `1[.000]`.
func thousandths(s string) int {
	whole, digits, _ := strings.Cut(s, ".")
	if (whole != "0" && whole != "1") || len(digits) > 3 {
		return 0
	}
	n, unit := 0, 100
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return 0
		}
		n += int(digits[i]-'0') * unit
		unit /= 10
	}
	if whole == "1" {
		if n != 0 {
			return 0
		}
		return 1000
	}
	return n
}

// speaks reports whether the language range wanted takes the visitor's tag:
// equal, or equal up to a hyphen ("de" takes "de-AT", "pt-BR" not "pt").
func speaks(wanted, tag string) bool {
	if len(tag) < len(wanted) || !strings.EqualFold(tag[:len(wanted)], wanted) {
		return false
	}
	return len(tag) == len(wanted) || tag[len(wanted)] == '-'
}
