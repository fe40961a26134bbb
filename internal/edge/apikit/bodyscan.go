package apikit

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
)

// Limits on the shape of a JSON body. No operation needs more, and both the
// decoder and the validator pay for each level and each value.
const (
	maxJSONItems  = 1_000   // entries of one list, or fields of one object
	maxJSONDepth  = 64      // lists and objects within each other
	maxJSONValues = 100_000 // values in all
	maxPathBytes  = 200     // of a field's path that is sent back
)

// bodyScanner parses a JSON text to the values that encoding/json decodes into an any. It
// finds breaches of the limits, text that the decoder would replace, times out of range,
// and fields that a schema does not define. It stops without an error at a syntax error,
// which the decoder reports.
type bodyScanner struct {
	data    []byte
	schemas huma.Registry
	objects *sync.Map // *objectFields by *huma.Schema, for all bodies

	pos     int
	depth   int
	values  int
	path    []byte
	unknown []string // paths, at most fault.MaxFields
	times   fault.List
	excess  error
	tree    any
	whole   bool // tree is the whole text
}

// run returns an Invalid fault when the text exceeds a limit or has times out of range,
// and a Malformed one when it has invalid text. It stores the unknown fields in
// s.unknown, and the value in s.tree.
func (s *bodyScanner) run(schema *huma.Schema) error {
	s.tree, s.whole = s.value(schema)
	s.whole = s.whole && s.next() == 0 && s.pos == len(s.data)
	if s.excess != nil {
		return s.excess
	}
	if at, ok := firstInvalidText(s.data); ok {
		return fault.New(fault.Malformed, fmt.Sprintf("The body is not valid UTF-8 text near byte %d.", at))
	}
	return s.times.Err()
}

// value scans one value and reports whether to continue.
func (s *bodyScanner) value(schema *huma.Schema) (any, bool) {
	if s.values++; s.values > maxJSONValues {
		return nil, s.reject(fmt.Sprintf("The body has more than %d values. Send fewer at a time.", maxJSONValues))
	}
	switch s.next() {
	case '{':
		object := map[string]any{}
		return object, s.members('}', func(int) bool { return s.field(schema, object) })
	case '[':
		list := []any{}
		items := itemsOf(s.schemas, schema)
		return list, s.members(']', func(i int) bool { return s.entry(items, i, &list) })
	case '"':
		quoted, ok := s.text()
		if !ok {
			return nil, false
		}
		text, ok := textOf(quoted)
		if ok && isTime(s.schemas, schema) {
			s.checkTime(text)
		}
		return text, ok
	}
	start := s.pos
	for s.pos < len(s.data) && !strings.ContainsRune(",]} \n\r\t", rune(s.data[s.pos])) {
		s.pos++
	}
	return literalOf(s.data[start:s.pos])
}

// textOf decodes a string.
func textOf(quoted []byte) (text string, ok bool) {
	isEncoded := func(r rune) bool { return r < ' ' || r >= utf8.RuneSelf || r == '\\' }
	if bytes.ContainsFunc(quoted, isEncoded) {
		err := json.Unmarshal(quoted, &text)
		return text, err == nil
	}
	return string(bytes.Trim(quoted, `"`)), true
}

// literalOf decodes a number, true, false or null.
func literalOf(literal []byte) (v any, ok bool) {
	switch string(literal) {
	case "null":
		return nil, true
	case "true", "false":
		return string(literal) == "true", true
	}
	number, err := strconv.ParseFloat(string(literal), 64)
	return number, err == nil && json.Valid(literal)
}

// members scans the members between the brackets of a list or an object.
func (s *bodyScanner) members(end byte, member func(i int) bool) bool {
	if s.depth++; s.depth > maxJSONDepth {
		return s.reject(fmt.Sprintf("The body nests deeper than %d levels.", maxJSONDepth))
	}
	defer func() { s.depth-- }()
	s.pos++
	if s.next() == end {
		s.pos++
		return true
	}
	for i := 0; ; i++ {
		if i >= maxJSONItems {
			return s.reject(fmt.Sprintf("At most %d entries are allowed here.", maxJSONItems))
		}
		if !member(i) {
			return false
		}
		switch s.next() {
		case ',':
			s.pos++
		case end:
			s.pos++
			return true
		default:
			return false
		}
	}
}

func (s *bodyScanner) entry(items *huma.Schema, i int, list *[]any) bool {
	length := len(s.path)
	s.path = strconv.AppendInt(append(s.path, '['), int64(i), 10)
	s.path = append(s.path, ']')
	v, ok := s.value(items)
	*list = append(*list, v)
	return s.leave(length, ok)
}

func (s *bodyScanner) field(schema *huma.Schema, object map[string]any) bool {
	if s.next() != '"' {
		return false
	}
	quoted, ok := s.text()
	if !ok || s.next() != ':' {
		return false
	}
	s.pos++
	name, ok := textOf(quoted)
	if !ok {
		return false
	}
	length := len(s.path)
	if length > 0 {
		s.path = append(s.path, '.')
	}
	short := strings.ToValidUTF8(name[:min(len(name), maxPathBytes)], "")
	s.path = append(s.path, url.QueryEscape(short)...)
	property, known := s.propertyOf(schema, name)
	if !known && len(s.unknown) < fault.MaxFields {
		s.unknown = append(s.unknown, s.errorPath())
	}
	v, ok := s.value(property)
	object[name] = v
	return s.leave(length, ok)
}

// leave restores the path to its length before a member, unless the scan ended
// there: the path then locates the error.
func (s *bodyScanner) leave(length int, ok bool) bool {
	if ok {
		s.path = s.path[:length]
	}
	return ok
}

func (s *bodyScanner) errorPath() string { return string(s.path[:min(len(s.path), maxPathBytes)]) }

func (s *bodyScanner) reject(message string) bool {
	s.excess = fault.New(fault.Invalid, message)
	if path := s.errorPath(); path != "" {
		s.excess = fault.New(fault.Invalid, message).At(path)
	}
	return false
}

// next skips white space and returns the next byte; 0 at the end.
func (s *bodyScanner) next() byte {
	for ; s.pos < len(s.data); s.pos++ {
		switch c := s.data[s.pos]; c {
		case ' ', '\n', '\r', '\t':
		default:
			return c
		}
	}
	return 0
}

// text scans a string and returns it with its quotes.
func (s *bodyScanner) text() ([]byte, bool) {
	start := s.pos
	for s.pos++; s.pos < len(s.data); s.pos++ {
		switch s.data[s.pos] {
		case '\\':
			s.pos++
		case '"':
			s.pos++
			return s.data[start:s.pos], true
		}
	}
	return nil, false
}

// checkTime reports a time that the decoder would accept and an operation must not. The
// decoder reports other texts, together with the errors of other fields.
func (s *bodyScanner) checkTime(text string) {
	if new(time.Time).UnmarshalText([]byte(text)) != nil {
		return
	}
	if _, err := clock.Parse(text); err != nil {
		s.times.Add(s.errorPath(), err.Error())
	}
}

// isTime reports whether a schema has times.
func isTime(r huma.Registry, schema *huma.Schema) bool {
	return slices.ContainsFunc(variants(r, schema), func(s *huma.Schema) bool { return s.Format == "date-time" })
}

// firstInvalidText returns the position of the first byte, or of the first escaped
// surrogate, that is not text: the decoder would replace it by U+FFFD (RFC 8259, sections
// 8.1 and 8.2).
func firstInvalidText(data []byte) (at int, found bool) {
	for i := 0; i < len(data); {
		switch c := data[i]; {
		case c == '\\' && i+1 < len(data) && data[i+1] == 'u':
			high := escapedUnit(data[i:])
			switch {
			case !utf16.IsSurrogate(high):
				i += 6
			case utf16.DecodeRune(high, escapedUnit(data[min(i+6, len(data)):])) == unicode.ReplacementChar:
				return i, true
			default:
				i += 12
			}
		case c == '\\':
			i += 2
		case c < utf8.RuneSelf:
			i++
		default:
			r, size := utf8.DecodeRune(data[i:])
			if r == utf8.RuneError && size == 1 {
				return i, true
			}
			i += size
		}
	}
	return 0, false
}

// escapedUnit returns the UTF-16 code unit of an escape \uXXXX at the start of data; 0
// for other bytes.
func escapedUnit(data []byte) rune {
	if len(data) < 6 || data[0] != '\\' || data[1] != 'u' {
		return 0
	}
	unit, err := strconv.ParseUint(string(data[2:6]), 16, 16)
	if err != nil {
		return 0
	}
	return rune(unit)
}

// variants returns the schemas that a value may match: s with its reference
// resolved, or its alternatives.
func variants(r huma.Registry, s *huma.Schema) []*huma.Schema {
	for s != nil && s.Ref != "" {
		s = r.SchemaFromRef(s.Ref)
	}
	if s == nil {
		return nil
	}
	out := []*huma.Schema{s}
	for _, name := range []string{"anyOf", "oneOf"} {
		if list, ok := s.Extensions[name].([]*huma.Schema); ok {
			out = nil
			for _, one := range list {
				out = append(out, variants(r, one)...)
			}
		}
	}
	return out
}

// itemsOf returns the schema of a list's entries; nil when there is none.
func itemsOf(r huma.Registry, list *huma.Schema) *huma.Schema {
	for _, s := range variants(r, list) {
		if s.Items != nil {
			return s.Items
		}
	}
	return nil
}

// objectFields are the fields that an object may have, whatever alternative of its
// schema it matches. They are computed once, because a union has many alternatives and
// a body many fields.
type objectFields struct {
	byName    map[string]*huma.Schema
	folded    map[string]*huma.Schema // by name in lower case
	others    *huma.Schema            // of fields with other names; nil: of any schema, or there are none
	undefined bool                    // no alternative names its fields, so that there may be any
}

func objectFieldsOf(r huma.Registry, object *huma.Schema) *objectFields {
	f := &objectFields{byName: map[string]*huma.Schema{}, folded: map[string]*huma.Schema{}, undefined: true}
	for _, s := range variants(r, object) {
		for name, property := range s.Properties {
			f.undefined = false
			f.byName[name] = cmp.Or(f.byName[name], property)
			f.folded[strings.ToLower(name)] = cmp.Or(f.folded[strings.ToLower(name)], property)
		}
		if values, ok := s.AdditionalProperties.(*huma.Schema); ok {
			f.others = cmp.Or(f.others, values)
		}
	}
	return f
}

// propertyOf returns the schema of an object's field, and whether the object
// may have it. An object whose schema describes no fields may have any. Names are
// case-insensitive, as for the decoder.
func (s *bodyScanner) propertyOf(object *huma.Schema, name string) (*huma.Schema, bool) {
	cached, ok := s.objects.Load(object)
	if !ok {
		cached, _ = s.objects.LoadOrStore(object, objectFieldsOf(s.schemas, object))
	}
	fields := cached.(*objectFields) //nolint:forcetypeassert // the map has no others
	if property, ok := fields.byName[name]; ok {
		return property, true
	}
	if property, ok := fields.folded[strings.ToLower(name)]; ok {
		return property, true
	}
	return fields.others, fields.others != nil || fields.undefined
}
