// Package utm holds the campaign parameters of links and the conventions that a
// workspace sets for their values.
package utm

import (
	"net/url"
	"strings"

	"linnet/internal/base/urlquery"
)

// Params are the campaign parameters that a link adds to its destination.
type Params struct {
	Source   string `json:"source"`
	Medium   string `json:"medium"`
	Campaign string `json:"campaign"`
	Term     string `json:"term"`
	Content  string `json:"content"`
	Ref      string `json:"ref"`
}

// Field is one of the parameters.
type Field struct {
	Name  string // on the wire: "source"
	Key   string // in a query: "utm_source"
	Value *string
}

// Fields returns pointers to all parameters of p, in the order in which a query
// lists them.
func (p *Params) Fields() []Field {
	return []Field{
		{"source", "utm_source", &p.Source}, {"medium", "utm_medium", &p.Medium}, {"campaign", "utm_campaign", &p.Campaign},
		{"term", "utm_term", &p.Term}, {"content", "utm_content", &p.Content}, {"ref", "ref", &p.Ref},
	}
}

// TrimSpace returns p without white space around its values.
func (p Params) TrimSpace() Params {
	for _, f := range p.Fields() {
		*f.Value = strings.TrimSpace(*f.Value)
	}
	return p
}

// Query returns the parameters that are not empty as a query, without "?".
func (p Params) Query() string {
	var b strings.Builder
	for _, f := range p.Fields() {
		if *f.Value == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('&')
		}
		b.WriteString(f.Key + "=" + url.QueryEscape(*f.Value))
	}
	return b.String()
}

// Effective returns the parameters that a visitor arrives with at a destination:
// those of the link, and for its empty ones those in the destination's query, as clicks
// have them.
func (p Params) Effective(destination string) Params {
	query := urlquery.Of(destination)
	for _, f := range p.Fields() {
		if *f.Value == "" {
			*f.Value = urlquery.Value(query, f.Key)
		}
	}
	return p
}
