package compat

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"

	"linnet/internal/base/fault"
	"linnet/internal/edge/apikit"
)

// Decode reads the JSON object in the body into v. An empty body leaves v as it is. Unknown
// fields are ignored, as the shorteners do. It is Invalid for a field of another type, and
// Malformed for a body that is no JSON.
func (c *Call) Decode(w http.ResponseWriter, v any) error {
	body, err := io.ReadAll(http.MaxBytesReader(w, c.Body, apikit.MaxBody))
	if _, isLarge := errors.AsType[*http.MaxBytesError](err); isLarge {
		return fault.New(fault.TooLarge, "The body has more than a megabyte. Send less at once.")
	}
	if err != nil {
		return fault.New(fault.Malformed, "The body could not be read. Send it again.")
	}
	if body = bytes.TrimSpace(body); len(body) == 0 {
		return nil
	}
	err = json.Unmarshal(body, v)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && wrong.Field != "" {
		return fault.New(fault.Invalid, "This field has a value of another type: "+wrong.Value+".").At(wrong.Field)
	}
	if err != nil && !fault.Is(err, fault.Invalid) { // a field with a type of its own
		return fault.New(fault.Malformed, "The body is no valid JSON object.")
	}
	return err
}

// Int returns the number of a parameter, or another one where there is none. It is Invalid at the
// parameter for a text that is no number.
func (c *Call) Int(name string, otherwise int) (int, error) {
	text := c.URL.Query().Get(name)
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, fault.New(fault.Invalid, "This is not a number.").At(name)
	}
	return n, nil
}

// Unsupported rejects parameters that Linnet cannot follow: ignoring one would return wrong items.
func (c *Call) Unsupported(names ...string) error {
	var faults fault.List
	query := c.URL.Query()
	for _, name := range names {
		if query.Get(name) != "" {
			faults.Add(name, "Linnet cannot filter by this parameter. Leave it out.")
		}
	}
	return faults.Err()
}

// Given is a field of a body that may be absent. Null is the zero value.
type Given[T any] struct {
	Is    bool
	Value T
}

// UnmarshalJSON implements json.Unmarshaler.
func (g *Given[T]) UnmarshalJSON(raw []byte) error {
	g.Is = true
	return json.Unmarshal(raw, &g.Value)
}

// WriteJSON answers with a status and a JSON value.
func WriteJSON(w http.ResponseWriter, status int, v any) error {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the client may have disconnected
	return nil
}
