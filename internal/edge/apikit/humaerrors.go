package apikit

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
)

// message is a message of huma and the text for it. Both may have a verb for one value.
type message struct{ huma, text string }

// isRequired is the text for a field or a parameter that is missing.
const isRequired = "Is required."

// messages returns the messages of huma's validation and of its parameters. Others become
// "Is not valid."
func messages() []message {
	const noMatch = "Does not match any of the allowed schemas."
	return []message{
		{validation.MsgExpectedRFC3339DateTime, clock.ErrFormat.Error()},
		{validation.MsgExpectedMatchAtLeastOneSchema, noMatch},
		{validation.MsgExpectedMatchExactlyOneSchema, noMatch},
		{validation.MsgExpectedBoolean, "Must be true or false."},
		{validation.MsgExpectedNumber, "Must be a number."},
		{validation.MsgExpectedInteger, "Must be a whole number."},
		{validation.MsgExpectedString, "Must be a string."},
		{validation.MsgExpectedArray, "Must be a list."},
		{validation.MsgExpectedObject, "Must be an object."},
		{validation.MsgExpectedOneOf, "Must be one of: %s."},
		{validation.MsgExpectedMinimumNumber, "Must be at least %s."},
		{validation.MsgExpectedMaximumNumber, "Must be at most %s."},
		{validation.MsgExpectedMinLength, "Must have at least %s characters."},
		{validation.MsgExpectedMaxLength, "Must have at most %s characters."},
		{validation.MsgExpectedMinItems, "Must have at least %s entries."},
		{validation.MsgExpectedMaxItems, "Must have at most %s entries."},
		{"invalid integer", "Must be a whole number."},
		{"invalid boolean", "Must be true or false."},
		{"unknown query parameter", "There is no such parameter here."},
		{"required %s parameter is missing", isRequired},
		{"invalid date/time for format %s", clock.ErrFormat.Error()},
	}
}

// valueIn returns the value that a text has in the place of a format's verb.
func valueIn(text, format string) (value string, ok bool) {
	prefix, suffix, hasVerb := strings.Cut(format, "%")
	if !hasVerb {
		return "", text == format
	}
	if text, ok = strings.CutPrefix(text, prefix); !ok {
		return "", false
	}
	return strings.CutSuffix(text, suffix[1:]) // after the letter of the verb
}

// fieldOf returns the path of an invalid field, and the message for it. The empty path is
// the body itself.
func fieldOf(d *huma.ErrorDetail) (field, text string) {
	_, field, _ = strings.Cut(d.Location, ".") // "body.", "query.", "path.", "header."
	if name, ok := valueIn(d.Message, validation.MsgExpectedRequiredProperty); ok {
		if field != "" {
			field += "."
		}
		return field + name, isRequired
	}
	for _, m := range messages() {
		value, ok := valueIn(d.Message, m.huma)
		switch {
		case ok && strings.Contains(m.text, "%s"):
			return field, fmt.Sprintf(m.text, value)
		case ok:
			return field, m.text
		}
	}
	return field, "Is not valid."
}

// toProblem is a huma.Transformer that replaces huma's error document: that of a request
// whose parameters are invalid, to which it adds the invalid fields of the body, or that
// has no body. It uses the messages and the locations, never the values.
func toProblem(hc huma.Context, _ string, v any) (any, error) {
	model, ok := v.(*huma.ErrorModel)
	if !ok {
		return v, nil
	}
	var fields fault.List
	for _, d := range model.Errors {
		if d.Location != "" {
			fields.Add(fieldOf(d))
		}
	}
	if model.Status == http.StatusUnprocessableEntity {
		for _, f := range CallOf(hc.Context()).body.invalid {
			fields.Add(f.Field, f.Message)
		}
		if err := fields.Err(); err != nil {
			return problemOf(withBodyMessage(err), ""), nil
		}
	}
	if model.Detail == "request body is required" {
		return problemOf(fault.New(fault.Malformed, "Send a JSON object as the body."), ""), nil
	}
	return problemOf(fault.New(codeOf(model.Status), http.StatusText(model.Status)+"."), ""), nil
}

// withBodyMessage sets the message of a validation fault: that of the first
// field, with its name, because clients may show the message without the list
// of fields; and a general one when only the body itself is invalid, which has
// no path.
func withBodyMessage(err error) error {
	var f *fault.Error
	if !errors.As(err, &f) {
		return err
	}
	fields := make([]fault.Field, 0, len(f.Fields))
	for _, field := range f.Fields {
		if field.Field != "" {
			fields = append(fields, field)
		}
	}
	message := "The body must be a JSON object."
	if len(fields) > 0 {
		message = fields[0].Field + ": " + fields[0].Message
	}
	out := *f
	out.Message, out.Fields = message, fields
	return &out
}

func errTooLarge() error {
	return fault.New(fault.TooLarge, "The body is larger than the limit of 1 MiB.")
}
