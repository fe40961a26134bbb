package compat

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"

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
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fault.New(fault.Invalid, "This field has a value of another type: "+wrong.Value+".").At(wrong.Field)
	}
	if err != nil && !fault.Is(err, fault.Invalid) { // a field with a type of its own
		return fault.New(fault.Malformed, "The body is no valid JSON.")
	}
	return err
}

// WriteJSON answers with a status and a JSON value.
func WriteJSON(w http.ResponseWriter, status int, v any) error {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the client may have disconnected
	return nil
}
