// Package fault holds the one error type of Linnet. Inside, a fault carries a
// stable code and a sentence that a person may read; what it becomes at the
// edge (a status, a page, a retry) is decided there and nowhere else.
package fault

import (
	"errors"
	"strings"
	"time"
)

// Code says what kind of thing went wrong. Codes are part of the wire
// (spec: "code is a stable enum") and never change their meaning.
type Code string

// The codes.
const (
	Malformed          Code = "malformed"              // the request cannot be read
	Unauthenticated    Code = "unauthenticated"        // no or bad credentials
	SecondFactor       Code = "second_factor_required" // the password is right, a code is due
	LimitReached       Code = "limit_reached"          // the plan allows no more
	Forbidden          Code = "forbidden"              // known, and not allowed
	SignupClosed       Code = "signup_closed"          // accounts need an invitation, or are not made at all
	NotFound           Code = "not_found"              // not there, or not the caller's to see
	Conflict           Code = "conflict"               // taken, or in the way of another
	Gone               Code = "gone"                   // was there once
	PreconditionFailed Code = "precondition_failed"    // the caller saw an older version
	TooLarge           Code = "too_large"              // more bytes than allowed
	Invalid            Code = "invalid"                // readable, but breaks a rule
	RateLimited        Code = "rate_limited"           // too many tries
	Unavailable        Code = "unavailable"            // a part is down; the same call may work later
	Internal           Code = "internal"               // a defect of ours; details stay in the log
)

// Field names one faulty part of a request in the request's own words (`url`,
// `rules[2].when`) with a sentence that names the way out.
type Field struct {
	Field   string
	Message string
}

// Error is the error type. The zero value is not useful: make one with New.
type Error struct {
	Code    Code
	Message string        // for people; never a secret, a stack or an SQL text
	Fields  []Field       // the faulty fields, in the request's order
	Retry   time.Duration // when to try again; 0 when that is not known
	cause   error
}

// New returns a fault with a sentence for people.
func New(code Code, message string) *Error { return &Error{Code: code, Message: message} }

// Wrap returns a fault that keeps cause for the log. The sentence is what
// people see; the cause never leaves the process.
func Wrap(cause error, code Code, message string) *Error {
	return &Error{Code: code, Message: message, cause: cause}
}

// At returns a copy that also blames field, with the fault's own sentence.
func (e *Error) At(field string) *Error {
	c := *e
	c.Fields = append(append([]Field(nil), e.Fields...), Field{Field: field, Message: e.Message})
	return &c
}

// RetryAfter returns a copy that says when to try again.
func (e *Error) RetryAfter(d time.Duration) *Error {
	c := *e
	c.Retry = d
	return &c
}

// Error returns the sentence, and the cause behind it for the log.
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

// Is reports whether err carries code.
func Is(err error, code Code) bool { return CodeOf(err) == code }

// Rejects reports whether err is a fault of the request or of the item that it is
// about, as opposed to a failure that other items would have too.
func Rejects(err error) bool {
	var f *Error
	return errors.As(err, &f) && f.Code != Unavailable && f.Code != Internal
}
