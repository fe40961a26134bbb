package apikit

import (
	"errors"
	"net/http"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
)

// Prefixes that encode structured errors as text, the only form in which huma
// passes on the errors of decoders and validators.
const (
	prefixMissing   = "missing:"   // then the name of the missing field
	prefixMalformed = "malformed:" // then a sentence about the whole body
	prefixField     = "field:"     // then a field's path, "=", and a sentence
)

// setHumaErrors replaces huma's validation messages and its error document.
// Huma has them as package variables, so that they apply to every API of the
// process; this is the only place that writes them, once, before the first
// schema is built.
//
//nolint:gochecknoglobals // huma offers package variables only
var setHumaErrors = sync.OnceFunc(func() {
	huma.DefaultArrayNullable = false // a list is null only where its field says so
	huma.NewError = func(status int, message string, errs ...error) huma.StatusError {
		return humaProblem(status, message, errs)
	}
	huma.NewErrorWithContext = func(_ huma.Context, status int, message string, errs ...error) huma.StatusError {
		return humaProblem(status, message, errs)
	}
	validation.MsgExpectedRFC3339DateTime = clock.ErrFormat.Error()
	validation.MsgExpectedMatchAtLeastOneSchema = "Does not match any of the allowed schemas."
	validation.MsgExpectedMatchExactlyOneSchema = "Does not match any of the allowed schemas."
	validation.MsgExpectedBoolean = "Must be true or false."
	validation.MsgExpectedNumber = "Must be a number."
	validation.MsgExpectedInteger = "Must be a whole number."
	validation.MsgExpectedString = "Must be a string."
	validation.MsgExpectedArray = "Must be a list."
	validation.MsgExpectedObject = "Must be an object."
	validation.MsgExpectedOneOf = "Must be one of: %s."
	validation.MsgExpectedMinimumNumber = "Must be at least %v."
	validation.MsgExpectedMaximumNumber = "Must be at most %v."
	validation.MsgExpectedMinLength = "Must have at least %d characters."
	validation.MsgExpectedMaxLength = "Must have at most %d characters."
	validation.MsgExpectedMinItems = "Must have at least %d entries."
	validation.MsgExpectedMaxItems = "Must have at most %d entries."
	validation.MsgExpectedRequiredProperty = prefixMissing + "%s"
})

// paramMessage translates huma's messages about parameters, which are not
// variables. It returns "" for other texts.
func paramMessage(huma string) string {
	switch {
	case huma == "invalid integer":
		return "Must be a whole number."
	case huma == "invalid boolean":
		return "Must be true or false."
	case huma == "unknown query parameter":
		return "There is no such parameter here."
	case strings.HasSuffix(huma, "parameter is missing"):
		return "Is required."
	case strings.HasPrefix(huma, "invalid date/time"):
		return validation.MsgExpectedRFC3339DateTime
	}
	return ""
}

// humaProblem returns the problem document of a request that huma rejects. It
// uses the messages and the locations, never the values.
func humaProblem(status int, message string, errs []error) *Problem {
	if status == 0 { // called once, for the schema
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
		if sentence, ok := strings.CutPrefix(d.Message, prefixMalformed); ok {
			return problemOf(fault.New(fault.Malformed, sentence), "")
		}
		fields.Add(fieldOf(d))
	}
	if err := fields.Err(); err != nil && status == http.StatusUnprocessableEntity {
		return problemOf(withBodyMessage(err), "")
	}
	switch {
	case message == "request body is required":
		return problemOf(fault.New(fault.Malformed, "Send a JSON object as the body."), "")
	case status == http.StatusRequestTimeout || message == "cannot read request body":
		return problemOf(fault.New(fault.Malformed, "The body is incomplete. Send it again."), "")
	}
	return problemOf(fault.New(codeOf(status), http.StatusText(status)+"."), "")
}

// fieldOf returns the path of the invalid field and the message for it. The
// empty path is the body itself.
func fieldOf(d *huma.ErrorDetail) (field, message string) {
	_, field, _ = strings.Cut(d.Location, ".") // "body.", "query.", "path.", "header."
	if name, ok := strings.CutPrefix(d.Message, prefixMissing); ok {
		if field != "" {
			field += "."
		}
		return field + name, "Is required."
	}
	if rest, ok := strings.CutPrefix(d.Message, prefixField); ok {
		field, message, _ = strings.Cut(rest, "=")
		return field, message
	}
	if message := paramMessage(d.Message); message != "" {
		return field, message
	}
	if strings.HasSuffix(d.Message, ".") { // set by setHumaErrors
		return field, d.Message
	}
	return field, "Is not valid."
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
