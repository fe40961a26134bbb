package page

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"linnet/internal/base/fault"
	"linnet/internal/core/link"
)

// normalHandle returns a handle in the form that is stored.
func normalHandle(handle string) string {
	return link.NormalAlias(strings.TrimPrefix(strings.TrimSpace(handle), "@"))
}

// checkHandle returns the fault of a normalized handle at "handle": Invalid for its
// form, and Conflict if it is reserved.
func (s *Service) checkHandle(handle string, onDefault bool) error {
	invalid := func(sentence string) error { return fault.New(fault.Invalid, sentence).At("handle") }
	switch {
	case handle == "":
		return invalid("Enter a handle.")
	case utf8.RuneCountInString(handle) > MaxHandle:
		return invalid(fmt.Sprintf("A handle has at most %d characters.", MaxHandle))
	case strings.ContainsAny(handle, "/*"):
		return invalid("A handle cannot contain a slash or an asterisk.")
	}
	var faults fault.List
	faults.AddErr("handle", link.CheckAlias(handle))
	if err := faults.Err(); err != nil {
		return err
	}
	if s.guards.PageReserved(handle, onDefault) {
		return fault.New(fault.Conflict, fmt.Sprintf("“%s” is reserved, or looks like a name that is. Choose another handle.", handle)).At("handle")
	}
	return nil
}
