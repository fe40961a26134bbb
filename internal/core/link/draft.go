package link

import (
	"slices"
	"strings"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/routing"
)

// Draft is a link as an editor has it: one to create, or a stored one to change.
type Draft struct {
	Domain string  // host; empty: the domain of new links. That of a stored link cannot be changed.
	Alias  *string // the primary one; nil: a random one

	Settings // see DefaultSettings

	Password *string // nil: that of the stored link, none for a new one; empty: none
	Status   Status  // Active or Archived; empty: that of the stored link, Active for a new one

	// DecodeErrors are the fields of a request that could not be decoded.
	// Validate reports them with the other invalid fields.
	DecodeErrors []fault.Field
}

// Edit changes a draft of a stored link. It depends on the draft alone: it is also called
// with an empty one, and again if the link changed in between.
type Edit func(*Draft)

// NewPassword returns the password that a draft sets; empty: none.
func (d *Draft) NewPassword() string {
	if d.Password == nil {
		return ""
	}
	return *d.Password
}

// newPassword returns the password that the edit sets; empty: none.
func (e Edit) newPassword() string {
	var d Draft
	e(&d)
	return d.NewPassword()
}

// Normalized returns the draft in the form that is validated and stored: texts
// trimmed, aliases and tags in NFC, tags sorted and without duplicates, times in
// UTC with milliseconds.
func (d Draft) Normalized() Draft {
	if d.Alias != nil {
		alias := NormalAlias(*d.Alias)
		d.Alias = &alias
	}
	d.normalize()
	return d
}

func normalTime(t time.Time) time.Time {
	if t.IsZero() {
		return time.Time{}
	}
	return time.UnixMilli(t.UnixMilli()).UTC()
}

// normalTags returns the names sorted. Of names that differ only in case it
// returns the first.
func normalTags(names []string) []string {
	out := make([]string, 0, len(names))
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		name = strings.TrimSpace(NormalAlias(name))
		if key := routing.Fold(name); !seen[key] {
			seen[key] = true
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}
