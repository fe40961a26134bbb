package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// declare writes the type of a schema, unless typeOf inlines it.
func (g *generator) declare(name string, s schema) {
	switch {
	case len(s.OneOf) > 0:
		g.union(name, s)
	case s.kind() == "object":
		g.comment(strings.TrimSpace(name+" is an object of the API. "+s.Description), "")
		g.object(name, s)
	case s.kind() == "string" && len(s.Enum) > 0:
		g.comment(strings.TrimSpace(name+" is one of the constants below. "+s.Description), "")
		fmt.Fprintf(&g.out, "type %s string\n\n// The values of %s.\nconst (\n", name, name)
		for _, value := range s.Enum {
			fmt.Fprintf(&g.out, "\t%s%s %s = %q\n", name, exported(fmt.Sprint(value)), name, value)
		}
		g.out.WriteString(")\n\n")
	}
}

// object writes a struct. Optional fields of requests are of the type Field.
func (g *generator) object(name string, s schema) {
	fmt.Fprintf(&g.out, "type %s struct {\n", name)
	for _, property := range slices.Sorted(maps.Keys(s.Properties)) {
		p := s.Properties[property]
		g.comment(withEnum(p.Description, p), "\t")
		kind, options := g.typeOf(p), ""
		switch {
		case slices.Contains(s.Required, property):
		case g.received[name]:
			options = ",omitzero"
			if p.Ref != "" && !strings.HasPrefix(kind, "*") && g.isStruct(p) {
				kind = "*" + kind
			}
		default:
			kind, options = "Field["+strings.TrimPrefix(kind, "*")+"]", ",omitzero"
		}
		fmt.Fprintf(&g.out, "\t%s %s `json:\"%s%s\"`\n", exported(property), kind, property, options)
	}
	g.out.WriteString("}\n\n")
}

// union writes a struct with the fields of all members of a union, of which a value has those of one member.
func (g *generator) union(name string, s schema) {
	merged := schema{Properties: map[string]schema{}}
	var members []string
	for _, member := range s.OneOf {
		members = append(members, member.named())
		for property, p := range g.doc.Components.Schemas[member.named()].Properties {
			if other, ok := merged.Properties[property]; ok && g.typeOf(other) != g.typeOf(p) {
				p = schema{Format: "raw", Description: "Of several types."}
			}
			merged.Properties[property] = p
		}
	}
	g.comment(strings.TrimSpace(name+" has the fields of one of "+strings.Join(members, ", ")+". "+s.Description), "")
	received := g.received[name]
	g.received[name] = true // omitted, not null
	g.object(name, merged)
	g.received[name] = received
}

// isStruct reports whether a reference leads to an object.
func (g *generator) isStruct(s schema) bool {
	target := g.doc.Components.Schemas[s.named()]
	return target.kind() == "object" || len(target.OneOf) > 0
}

// typeOf returns the Go type of a schema; with null it is a pointer.
func (g *generator) typeOf(s schema) string {
	s, null := s.nullable()
	kind := g.plainType(s)
	if null && !strings.HasPrefix(kind, "[]") && !strings.HasPrefix(kind, "map[") && kind != "any" && kind[0] != '*' {
		return "*" + kind
	}
	return kind
}

func (g *generator) plainType(s schema) string {
	if name := s.named(); name != "" {
		target := g.doc.Components.Schemas[name]
		if g.isStruct(s) || target.kind() == "string" && len(target.Enum) > 0 {
			return name
		}
		return g.typeOf(target)
	}
	switch s.kind() {
	case "string":
		if s.Format == "date-time" {
			return "time.Time"
		}
		return "string"
	case "integer":
		return "int64"
	case "number":
		return "float64"
	case "boolean":
		return "bool"
	case "array":
		return "[]" + g.typeOf(*s.Items)
	case "object":
		if s.AdditionalProperties != nil {
			return "map[string]" + g.typeOf(*s.AdditionalProperties)
		}
	}
	if s.Format == "raw" {
		return "json.RawMessage"
	}
	return "any"
}

// withEnum adds the values of an enumeration to a description.
func withEnum(description string, s schema) string {
	if s.Items != nil && len(s.Enum) == 0 {
		s.Enum = s.Items.Enum
	}
	var values []string
	for _, value := range s.Enum {
		if value != nil {
			values = append(values, fmt.Sprint(value))
		}
	}
	if len(values) == 0 || len(values) > 20 {
		return description
	}
	return strings.TrimSpace(description + " One of: " + strings.Join(values, ", ") + ".")
}

// comment writes a text as comment lines of at most 120 characters.
func (g *generator) comment(text, indent string) {
	line := ""
	flush := func() {
		if line != "" {
			fmt.Fprintf(&g.out, "%s//%s\n", indent, line)
		}
		line = ""
	}
	for _, word := range strings.Fields(text) {
		if len(line)+len(word) > 116 {
			flush()
		}
		line += " " + word
	}
	flush()
}

// exported returns the Go name of a name of the API: ID for id, LinkIDs for linkIds.
func exported(name string) string {
	initialisms := map[string]string{
		"Id": "ID", "Ids": "IDs", "Url": "URL", "Urls": "URLs", "Api": "API", "Utm": "UTM", "Qr": "QR", "Os": "OS", "Ip": "IP", "Ok": "OK", "Dns": "DNS",
		"Tls": "TLS", "Mm": "MM", "Dpi": "DPI", "Html": "HTML",
	}
	var words []string
	for _, r := range title(name) {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			words = append(words, "")
		case unicode.IsUpper(r) || len(words) == 0:
			words = append(words, string(r))
		case words[len(words)-1] == "":
			words[len(words)-1] = string(unicode.ToUpper(r))
		default:
			words[len(words)-1] += string(r)
		}
	}
	for i, word := range words {
		if known, ok := initialisms[word]; ok {
			words[i] = known
		}
	}
	return strings.Join(words, "")
}

func title(s string) string      { return strings.ToUpper(s[:1]) + s[1:] }
func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }
