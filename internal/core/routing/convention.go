package routing

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"linnet/internal/base/fault"
)

// Bounds: the values that a convention lists for one parameter, and the
// characters of a value.
const (
	MaxAllowed    = 200
	maxConvention = 500
)

// maxTold bounds how many of them a sentence names.
const maxTold = 8

// Convention is what a workspace asks of one campaign parameter.
type Convention struct {
	Required bool     `json:"required"` // a link without it is refused
	Allowed  []string `json:"allowed"`  // the values that it may have; empty: any
}

// Conventions is what a workspace asks of the campaign parameters of its
// links. The zero value asks for nothing.
type Conventions struct {
	LowerCase bool       `json:"lowerCase"`
	Source    Convention `json:"source"`
	Medium    Convention `json:"medium"`
	Campaign  Convention `json:"campaign"`
	Term      Convention `json:"term"`
	Content   Convention `json:"content"`
	Ref       Convention `json:"ref"`
}

// asked is a parameter with what is asked of it: its name on the wire and its
// name in an address.
type asked struct {
	name, key string
	*Convention
}

func (c *Conventions) each() []asked {
	return []asked{
		{"source", "utm_source", &c.Source}, {"medium", "utm_medium", &c.Medium}, {"campaign", "utm_campaign", &c.Campaign},
		{"term", "utm_term", &c.Term}, {"content", "utm_content", &c.Content}, {"ref", "ref", &c.Ref},
	}
}

// Normalized returns the conventions in the form that is judged and kept:
// values without the space around them, each once, in alphabetical order.
func (c Conventions) Normalized() Conventions {
	for _, p := range c.each() {
		values := make([]string, 0, len(p.Allowed))
		for _, value := range p.Allowed {
			values = append(values, strings.TrimSpace(value))
		}
		slices.Sort(values)
		p.Allowed = slices.Compact(values)
	}
	return c
}

// Validate returns every faulty part of normalised conventions at once.
func (c Conventions) Validate() error {
	var l fault.List
	for _, p := range c.each() {
		if len(p.Allowed) > MaxAllowed {
			l.Add("parameters."+p.name+".allowed", fmt.Sprintf("At most %d values can be listed.", MaxAllowed))
			continue
		}
		for i, value := range p.Allowed {
			at := fmt.Sprintf("parameters.%s.allowed[%d]", p.name, i)
			switch {
			case value == "":
				l.Add(at, "A value has at least one character.")
			case utf8.RuneCountInString(value) > maxConvention || !utf8.ValidString(value) || strings.ContainsFunc(value, unicode.IsControl):
				l.Add(at, fmt.Sprintf("At most %d characters, none of them control characters.", maxConvention))
			case c.LowerCase && strings.ToLower(value) != value:
				l.Add(at, fmt.Sprintf("“%s” is not in lower case, as you ask of all values. Write “%s”.", value, strings.ToLower(value)))
			}
		}
	}
	return l.Err()
}

// Campaign returns the values that a visitor of a link arrives with: the
// link's own before those that stand in its destination already.
func Campaign(destination string, own UTM) UTM {
	written := queryOf(destination)
	var all Conventions
	for i, value := range own.values() {
		if *value == "" {
			*value = written.Get(all.each()[i].key)
		}
	}
	return own
}

// values returns the parameters in the order of Conventions.each.
func (u *UTM) values() []*string {
	return []*string{&u.Source, &u.Medium, &u.Campaign, &u.Term, &u.Content, &u.Ref}
}

// queryOf reads what can be read of a destination's query.
func queryOf(destination string) url.Values {
	destination, _, _ = strings.Cut(destination, "#")
	_, query, _ := strings.Cut(destination, "?")
	values, _ := url.ParseQuery(query) // a pair that cannot be read names no campaign
	return values
}

// Check returns one fault for every value that the conventions do not take,
// named `utm.source` and so on, as a link's fields are.
func (c Conventions) Check(u UTM) []fault.Field {
	var faults []fault.Field
	values := u.values()
	for i, p := range c.each() {
		if message := p.problem(*values[i], c.LowerCase); message != "" {
			faults = append(faults, fault.Field{Field: "utm." + p.name, Message: message})
		}
	}
	return faults
}

func (p asked) problem(value string, lowerCase bool) string {
	switch {
	case value == "" && p.Required:
		return fmt.Sprintf("Every link of this workspace needs %s. Fill it in.", p.key)
	case value == "":
		return ""
	case lowerCase && strings.ToLower(value) != value:
		return fmt.Sprintf("This workspace writes %s in lower case: “%s”.", p.key, strings.ToLower(value))
	case len(p.Allowed) > 0 && !slices.Contains(p.Allowed, value):
		return fmt.Sprintf("“%s” is none of the values that this workspace allows for %s: %s.", value, p.key, told(p.Allowed))
	}
	return ""
}

func told(values []string) string {
	if more := len(values) - maxTold; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(values[:maxTold], ", "), more)
	}
	return strings.Join(values, ", ")
}
