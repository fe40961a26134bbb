package compat

import (
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/link"
)

// randomTries is how often CreateRandom draws an alias, which is one character longer after each second try.
const randomTries = 8

// CreateRandom creates a link with a random alias behind a prefix, of a length without the prefix; 0: the usual one.
func (s *Services) CreateRandom(c *Call, d link.Draft, prefix string, length int) (*link.Link, error) {
	if length == 0 {
		if prefix == "" {
			return s.Links.Create(c.Context(), c.Actor, d)
		}
		length = link.RandomAlias
	}
	for try := 0; ; try++ {
		alias := prefix + ident.Alias(ident.AliasLower, length+try/2)
		d.Alias = &alias
		l, err := s.Links.Create(c.Context(), c.Actor, d)
		if !fault.Is(err, fault.Conflict) || !fault.Names(err, "alias") || try == randomTries {
			return l, err
		}
	}
}
