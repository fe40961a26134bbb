// Package fault defines the error type of Linnet: a stable code with a sentence
// for people. Only the edge maps codes to statuses, pages and retries.
package fault

import (
	"errors"
	"slices"
	"strings"
	"time"
)

// Code classifies an error. Codes are part of the API and never change their
// meaning.
type Code string

// The codes.
const (
	Malformed          Code = "malformed"              // the request cannot be read
	Unauthenticated    Code = "unauthenticated"        // no or invalid credentials
	SecondFactor       Code = "second_factor_required" // the password is right, a code is required
	LimitReached       Code = "limit_reached"          // the plan allows no more
	Forbidden          Code = "forbidden"              // authenticated but not permitted
	InsufficientScope  Code = "insufficient_scope"     // the API key lacks the scope of the operation
	SignupClosed       Code = "signup_closed"          // sign-up needs an invitation or is closed
	NotFound           Code = "not_found"              // does not exist, or not visible to the caller
	Conflict           Code = "conflict"               // already taken, or conflicts with another item
	Gone               Code = "gone"                   // existed once
	PreconditionFailed Code = "precondition_failed"    // the caller has an older version
	TooLarge           Code = "too_large"              // more bytes than allowed
	Invalid            Code = "invalid"                // readable, but breaks a rule
	RateLimited        Code = "rate_limited"           // too many attempts
	Unavailable        Code = "unavailable"            // a dependency is down; the call may succeed later
	Internal           Code = "internal"               // a bug; details are only in the log

	ReauthRequired  Code = "reauthentication_required" // the user must prove their identity again
	EmailUnverified Code = "email_unverified"          // the user must verify their address
	SSORequired     Code = "sso_required"              // the workspace requires its single sign-on
)

// Field is one field error: the name of the field in the request (`url`,
// `rules[2].when`) and a sentence that says how to correct it.
type Field struct {
	Field   string
	Message string
}

// Error is the error type. Create it with New; the zero value is not useful.
type Error struct {
	Code    Code
	Message string        // for people; never a secret, a stack or an SQL text
	Fields  []Field       // field errors in the order of the request
	Retry   time.Duration // wait before the next attempt; 0: unknown
	Quota   *Quota        // the limit of the plan that was reached; nil: none
	cause   error
}

// Quota is a limit of the plan and its usage.
type Quota struct {
	Name        string // as in the packages: links, clicksPerMonth, domains, members, storageMiB
	Used, Limit int64
}

// New returns a fault with a sentence for people.
func New(code Code, message string) *Error { return &Error{Code: code, Message: message} }

// Wrap returns a fault with a cause. Responses contain the sentence only; the
// cause is for the log.
func Wrap(cause error, code Code, message string) *Error {
	return &Error{Code: code, Message: message, cause: cause}
}

// At returns a copy with an error for field that has the fault's sentence.
func (e *Error) At(field string) *Error {
	c := *e
	c.Fields = append(append([]Field(nil), e.Fields...), Field{Field: field, Message: e.Message})
	return &c
}

// RetryAfter returns a copy with the wait before the next attempt.
func (e *Error) RetryAfter(d time.Duration) *Error {
	c := *e
	c.Retry = d
	return &c
}

// Exceeds returns a copy with the limit of the plan that was reached.
func (e *Error) Exceeds(name string, used, limit int64) *Error {
	c := *e
	c.Quota = &Quota{Name: name, Used: used, Limit: limit}
	return &c
}

// Error returns the sentence followed by the cause.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(string(e.Code))
	b.WriteString(": ")
	b.WriteString(e.Message)
	if e.cause != nil {
		b.WriteString(": ")
		b.WriteString(e.cause.Error())
	}
	return b.String()
}

// Text returns the text of err without the codes of faults, for people.
func Text(err error) string { return withoutCodes(err.Error(), err) }

func withoutCodes(text string, err error) string {
	if f, ok := err.(*Error); ok { //nolint:errorlint // each error of the tree is looked at
		text = strings.Replace(text, string(f.Code)+": "+f.Message, f.Message, 1)
	}
	switch inner := err.(type) { //nolint:errorlint // as above
	case interface{ Unwrap() error }:
		if cause := inner.Unwrap(); cause != nil {
			return withoutCodes(text, cause)
		}
	case interface{ Unwrap() []error }:
		for _, cause := range inner.Unwrap() {
			text = withoutCodes(text, cause)
		}
	}
	return text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.cause }

// CodeOf returns the code of err: that of the first fault in its chain,
// Internal for any other error, and the empty code for nil.
func CodeOf(err error) Code {
	if err == nil {
		return ""
	}
	var f *Error
	if errors.As(err, &f) {
		return f.Code
	}
	return Internal
}

// Unexpected is what people read of an error that is not a fault.
const Unexpected = "Something went wrong on our side. Please try again."

// Sentence returns what people may read of err: the message of the first fault in
// its chain, else Unexpected. That of a List is the message of its first field.
func Sentence(err error) string {
	var f *Error
	if errors.As(err, &f) {
		return f.Message
	}
	return Unexpected
}

// Is reports whether CodeOf(err) is code.
func Is(err error, code Code) bool { return CodeOf(err) == code }

// Names reports whether err is a fault of a field.
func Names(err error, field string) bool {
	var f *Error
	return errors.As(err, &f) && slices.ContainsFunc(f.Fields, func(at Field) bool { return at.Field == field })
}

// Rejects reports whether err is a fault of the request or of the item that it is
// about, as opposed to a failure that other items would have too.
func Rejects(err error) bool {
	var f *Error
	return errors.As(err, &f) && f.Code != Unavailable && f.Code != Internal
}
