package sitematch

import (
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"linnet/internal/base/budget"
)

// Bounds of the custom properties in one value, which may refer to each other.
const (
	maxNested        = 8
	maxSubstitutions = 64
	maxValue         = 4 << 10 // bytes
)

// resolver replaces custom properties by their values.
type resolver struct {
	budget     *budget.Budget
	properties map[string]string
	left       int // substitutions
}

// resolve returns a value with the values of its custom properties, or of their fallbacks.
func resolve(b *budget.Budget, value string, properties map[string]string) string {
	r := resolver{b, properties, maxSubstitutions}
	return r.replace(value, maxNested)
}

func (r *resolver) replace(value string, nested int) string {
	if !strings.Contains(value, "var(") || nested == 0 {
		return value
	}
	var out strings.Builder
	for s := newScanner(r.budget, value); out.Len() < maxValue; {
		kind, data := s.next()
		if kind == css.ErrorToken {
			break
		}
		if kind != css.FunctionToken || string(data) != "var(" {
			out.Write(data)
			continue
		}
		name, fallback := s.variable()
		if r.left--; r.left < 0 {
			break
		}
		if found, ok := r.properties[name]; ok {
			fallback = found
		}
		out.WriteString(r.replace(fallback, nested-1))
	}
	return strings.TrimSpace(out.String())
}

// variable reads the arguments of var().
func (s *scanner) variable() (name, fallback string) {
	var rest strings.Builder
	for depth := 1; ; {
		kind, data := s.next()
		switch kind {
		case css.ErrorToken:
			depth = 0
		case css.FunctionToken, css.LeftParenthesisToken:
			depth++
		case css.RightParenthesisToken:
			depth--
		}
		if depth == 0 {
			break
		}
		rest.Write(data)
	}
	name, fallback, _ = strings.Cut(rest.String(), ",")
	return strings.TrimSpace(name), strings.TrimSpace(fallback)
}
