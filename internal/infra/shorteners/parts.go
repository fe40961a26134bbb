package shorteners

import (
	"slices"
	"strings"
)

// place is the cursor of links that a shortener lists in parts, such as folders or domains: the
// id of a part, and where in its list the page begins.
type place struct{ part, rest string }

// placeOf parses a cursor.
func placeOf(cursor string) place {
	part, rest, _ := strings.Cut(cursor, "|")
	return place{part, rest}
}

// String returns the cursor, which is never empty.
func (p place) String() string { return p.part + "|" + p.rest }

// after returns the cursor of the part behind one, in the order of the ids. This order holds
// where parts are created or deleted while the others are read. Empty: it was the last one.
func after(part string, parts []string) string {
	for _, id := range slices.Sorted(slices.Values(parts)) {
		if id > part {
			return place{part: id}.String()
		}
	}
	return ""
}
