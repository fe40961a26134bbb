// Package null has values that are null in JSON while they are zero, so that a record
// is declared once for the program, its events and the API.
package null

import "encoding/json"

// Text is a text that is null in JSON while it is empty. An empty text in JSON is read
// as an empty Text too.
type Text string

// MarshalJSON writes the text or null.
func (t Text) MarshalJSON() ([]byte, error) {
	if t == "" {
		return []byte("null"), nil
	}
	return json.Marshal(string(t))
}

// UnmarshalJSON reads a text or null.
func (t *Text) UnmarshalJSON(data []byte) error {
	*t = ""
	return json.Unmarshal(data, (*string)(t))
}

// JSON is a JSON document, stored as it was received; empty: null.
type JSON string

// MarshalJSON writes the document or null.
func (d JSON) MarshalJSON() ([]byte, error) {
	if d == "" {
		return []byte("null"), nil
	}
	return []byte(d), nil
}

// UnmarshalJSON stores the document.
func (d *JSON) UnmarshalJSON(data []byte) error {
	*d = ""
	if string(data) != "null" {
		*d = JSON(data)
	}
	return nil
}
