// Package paging has the bounds of lists that are read in pages.
package paging

import (
	"fmt"
	"unicode/utf8"

	"linnet/internal/base/fault"
)

// Bounds of a list.
const (
	DefaultLimit = 50
	MaxLimit     = 100
	MaxSearch    = 200 // characters
)

// Check sets a limit of 0 to DefaultLimit. It adds errors at "limit" and "search" if
// these are out of bounds; items is the plural of what the list has.
func Check(faults *fault.List, limit *int, search, items string) {
	if *limit == 0 {
		*limit = DefaultLimit
	}
	if *limit < 1 || *limit > MaxLimit {
		faults.Add("limit", fmt.Sprintf("A page has 1 to %d %s.", MaxLimit, items))
	}
	if utf8.RuneCountInString(search) > MaxSearch {
		faults.Add("search", fmt.Sprintf("Search for at most %d characters.", MaxSearch))
	}
}
