package httpapi

import (
	"errors"
	"net/http"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"linnet/internal/base/fault"
)

// Marks that carry a fact through the framework's one way of telling errors,
// a text.
const (
	markMissing   = "missing:"   // then the name of the missing field
	markMalformed = "malformed:" // then a sentence about the whole body
	markField     = "field:"     // then a field's path, "=", and a sentence
)

// mark returns an error that frameworkProblem understands.
func mark(kind, text string) error { return errors.New(kind + text) }

// useOurWords makes the framework speak as Linnet does: its validation
// sentences and its error document are package variables there, so this runs
// once, before the first schema is made.
//
//nolint:gochecknoglobals // the framework keeps these as globals; once is all we can promise
var useOurWords = sync.OnceFunc(func() {
	huma.DefaultArrayNullable = false // lists are lists; where null means something the field says so
	huma.NewError = func(status int, message string, errs ...error) huma.StatusError {
		return frameworkProblem(status, message, errs)
	}
	huma.NewErrorWithContext = func(_ huma.Context, status int, message string, errs ...error) huma.StatusError {
		return frameworkProblem(status, message, errs)
	}
	validation.MsgExpectedRFC3339DateTime = "Must be a time such as 2026-01-31T09:00:00Z."
	validation.MsgExpectedMatchAtLeastOneSchema = "Has none of the shapes that are possible here."
	validation.MsgExpectedMatchExactlyOneSchema = "Has none of the shapes that are possible here."
	validation.MsgExpectedBoolean = "Must be true or false."
	validation.MsgExpectedNumber = "Must be a number."
	validation.MsgExpectedInteger = "Must be a whole number."
	validation.MsgExpectedString = "Must be text."
	validation.MsgExpectedArray = "Must be a list."
	validation.MsgExpectedObject = "Must be an object."
	validation.MsgExpectedOneOf = "Must be one of: %s."
	validation.MsgExpectedMinimumNumber = "Must be at least %v."
	validation.MsgExpectedMaximumNumber = "Must be at most %v."
	validation.MsgExpectedMinLength = "Must have at least %d characters."
	validation.MsgExpectedMaxLength = "Must have at most %d characters."
	validation.MsgExpectedMinItems = "Must have at least %d entries."
	validation.MsgExpectedMaxItems = "Must have at most %d entries."
	validation.MsgExpectedRequiredProperty = markMissing + "%s"
})

// paramWords returns our sentence for what the framework finds in parameters,
// which it does not let us replace; and an empty one for other texts.
func paramWords(theirs string) string {
	switch {
	case theirs == "invalid integer":
		return "Must be a whole number."
	case theirs == "invalid boolean":
		return "Must be true or false."
	case theirs == "unknown query parameter":
		return "There is no such parameter here."
	case strings.HasSuffix(theirs, "parameter is missing"):
		return "Is required."
	case strings.HasPrefix(theirs, "invalid date/time"):
		return validation.MsgExpectedRFC3339DateTime
	}
	return ""
}

// frameworkProblem makes our document of what the framework refuses. It takes
// the sentences and the places, never the values.
func frameworkProblem(status int, message string, errs []error) *Problem {
	if status == 0 { // asked once, for the schema
		return &Problem{}
	}
	if status == http.StatusRequestEntityTooLarge {
		return problemOf(errTooLarge(), "")
	}
	var fields fault.List
	for _, err := range errs {
		var tooLarge *http.MaxBytesError
		if errors.As(err, &tooLarge) {
			return problemOf(errTooLarge(), "")
		}
		var detail huma.ErrorDetailer
		if !errors.As(err, &detail) {
			continue
		}
		d := detail.ErrorDetail()
		if sentence, ok := strings.CutPrefix(d.Message, markMalformed); ok {
			return problemOf(fault.New(fault.Malformed, sentence), "")
		}
		fields.Add(fieldOf(d))
	}
	if err := fields.Err(); err != nil && status == http.StatusUnprocessableEntity {
		return problemOf(wholeBody(err), "")
	}
	switch {
	case message == "request body is required":
		return problemOf(fault.New(fault.Malformed, "Send a JSON object as the body."), "")
	case status == http.StatusRequestTimeout || message == "cannot read request body":
		return problemOf(fault.New(fault.Malformed, "The body did not arrive whole. Please send it again."), "")
	}
	return problemOf(fault.New(codeOf(status), http.StatusText(status)+"."), "")
}

// fieldOf returns the faulty field in the request's own words, and the
// sentence for it. The empty field is the body itself.
func fieldOf(d *huma.ErrorDetail) (field, sentence string) {
	_, field, _ = strings.Cut(d.Location, ".") // "body.", "query.", "path.", "header."
	if name, ok := strings.CutPrefix(d.Message, markMissing); ok {
		if field != "" {
			field += "."
		}
		return field + name, "Is required."
	}
	if rest, ok := strings.CutPrefix(d.Message, markField); ok {
		field, sentence, _ = strings.Cut(rest, "=")
		return field, sentence
	}
	if ours := paramWords(d.Message); ours != "" {
		return field, ours
	}
	if strings.HasSuffix(d.Message, ".") { // ours already
		return field, d.Message
	}
	return field, "Is not valid."
}

// wholeBody moves the blame of the body itself, which has no field, into the
// sentence; and tells a lone field's name in the sentence, which a person may
// see without the list beside it.
func wholeBody(err error) error {
	var f *fault.Error
	if !errors.As(err, &f) {
		return err
	}
	kept := make([]fault.Field, 0, len(f.Fields))
	for _, field := range f.Fields {
		if field.Field != "" {
			kept = append(kept, field)
		}
	}
	message := "The body must be a JSON object."
	if len(kept) > 0 {
		message = kept[0].Field + ": " + kept[0].Message
	}
	out := *f
	out.Message, out.Fields = message, kept
	return &out
}

func errTooLarge() error {
	return fault.New(fault.TooLarge, "The body is larger than 1 MiB, the most that a call may carry.")
}
