package client

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Error is the error with which the server rejects a request.
type Error struct {
	// Status is the HTTP status.
	Status int
	// Problem describes the error. Code is empty if the response is not from Linnet, but from a proxy, for example.
	Problem
	// RequestID finds the request in the log of the server; empty if the response has none.
	RequestID string
	// RetryAfter says when to repeat the request; zero if the response does not.
	RetryAfter time.Duration
}

// Error returns the message of the server, and the messages of the fields.
func (e *Error) Error() string {
	if e.Code == "" {
		return fmt.Sprintf("the server answered %d %s, and not as Linnet does: check its URL", e.Status, http.StatusText(e.Status))
	}
	var b strings.Builder
	b.WriteString(e.Message)
	for _, field := range e.Errors {
		if !strings.Contains(e.Message, field.Message) {
			fmt.Fprintf(&b, " %s: %s", field.Field, field.Message)
		}
	}
	return b.String()
}

// errorOf returns the error of a response.
func errorOf(response *http.Response, body []byte) *Error {
	out := &Error{Status: response.StatusCode, RequestID: response.Header.Get("X-Request-Id")}
	if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil && seconds > 0 {
		out.RetryAfter = time.Duration(seconds) * time.Second
	}
	if json.Unmarshal(body, &out.Problem) != nil {
		out.Problem = Problem{}
	}
	return out
}
