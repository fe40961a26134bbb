package utm

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"linnet/internal/base/fault"
)

// Limits on a convention.
const (
	MaxAllowed = 200 // values that one parameter may list
	MaxValue   = 500 // characters of a value
)

// maxListed bounds how many allowed values a message lists.
const maxListed = 8

// Convention is the rule for one parameter.
type Convention struct {
	Required bool     `json:"required"` // links without the parameter are rejected
	Allowed  []string `json:"allowed"`  // the accepted values; empty: any
}

// Conventions are a workspace's rules for the campaign parameters of its links, and
// how clicks count them. The zero value accepts everything, and counts it as it is.
type Conventions struct {
	LowerCase bool       `json:"lowerCase"`
	FoldCase  bool       `json:"foldCase"` // clicks have the values in lower case
	Source    Convention `json:"source"`
	Medium    Convention `json:"medium"`
	Campaign  Convention `json:"campaign"`
	Term      Convention `json:"term"`
	Content   Convention `json:"content"`
	Ref       Convention `json:"ref"`
}

// Initial returns the conventions of a new workspace.
func Initial() Conventions { return Conventions{FoldCase: true} }

// each returns the conventions in the order of Params.Fields.
func (c *Conventions) each() []*Convention {
	return []*Convention{&c.Source, &c.Medium, &c.Campaign, &c.Term, &c.Content, &c.Ref}
}

// Normalized returns the conventions in the form that is validated and stored:
// values trimmed, sorted and without duplicates.
func (c Conventions) Normalized() Conventions {
	for _, convention := range c.each() {
		values := make([]string, 0, len(convention.Allowed))
		for _, value := range convention.Allowed {
			values = append(values, strings.TrimSpace(value))
		}
		slices.Sort(values)
		convention.Allowed = slices.Compact(values)
	}
	return c
}

// Validate returns an Invalid fault that names every invalid value of normalized
// conventions.
func (c Conventions) Validate() error {
	var l fault.List
	var params Params
	fields := params.Fields()
	for i, convention := range c.each() {
		at := "parameters." + fields[i].Name + ".allowed"
		if len(convention.Allowed) > MaxAllowed {
			l.Add(at, fmt.Sprintf("At most %d values can be listed.", MaxAllowed))
			continue
		}
		for n, value := range convention.Allowed {
			if problem := c.valueProblem(value); problem != "" {
				l.Add(fmt.Sprintf("%s[%d]", at, n), problem)
			}
		}
	}
	return l.Err()
}

// valueProblem returns why value cannot be listed as allowed, or "".
func (c Conventions) valueProblem(value string) string {
	switch {
	case value == "":
		return "A value has at least one character."
	case utf8.RuneCountInString(value) > MaxValue || !utf8.ValidString(value) || strings.ContainsFunc(value, unicode.IsControl):
		return fmt.Sprintf("Use at most %d characters and no control characters.", MaxValue)
	case c.LowerCase && strings.ToLower(value) != value:
		return fmt.Sprintf("“%s” is not lowercase, but this workspace requires lowercase values. Use “%s”.", value, strings.ToLower(value))
	}
	return ""
}

// Check returns one fault for each parameter that violates the conventions, named
// as a link's fields are: "utm.source".
func (c Conventions) Check(p Params) []fault.Field {
	var faults []fault.Field
	fields := p.Fields()
	for i, convention := range c.each() {
		if message := convention.violation(fields[i].Key, *fields[i].Value, c.LowerCase); message != "" {
			faults = append(faults, fault.Field{Field: "utm." + fields[i].Name, Message: message})
		}
	}
	return faults
}

// violation returns why the convention rejects value, or "".
func (c *Convention) violation(key, value string, lowerCase bool) string {
	switch {
	case value == "" && c.Required:
		return fmt.Sprintf("This workspace requires %s. Enter a value.", key)
	case value == "":
		return ""
	case lowerCase && strings.ToLower(value) != value:
		return fmt.Sprintf("This workspace requires lowercase values for %s. Use “%s”.", key, strings.ToLower(value))
	case len(c.Allowed) > 0 && !slices.Contains(c.Allowed, value):
		return fmt.Sprintf("“%s” is not an allowed value of %s. Use one of: %s.", value, key, listed(c.Allowed))
	}
	return ""
}

// listed joins the first maxListed values.
func listed(values []string) string {
	if more := len(values) - maxListed; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(values[:maxListed], ", "), more)
	}
	return strings.Join(values, ", ")
}
