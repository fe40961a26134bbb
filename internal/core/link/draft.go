package link

import (
	"slices"
	"strings"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/routing"
)

// Draft describes a link to create.
type Draft struct {
	Domain string  // host; empty: the domain of new links
	Alias  *string // nil: a random one

	Settings // see DefaultSettings

	Password string // empty: none

	// DecodeErrors are the fields of a request that could not be decoded.
	// Validate reports them with the other invalid fields.
	DecodeErrors []fault.Field
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
