// Package certificate has the types of TLS certificates that several layers share.
package certificate

import "time"

// State is the state of a host's certificate.
type State string

// States of a certificate.
const (
	None    State = "none"    // not ordered
	Pending State = "pending" // ordered, or due to be
	Valid   State = "valid"
	Failed  State = "failed" // there is no valid certificate, and the last order failed
)

// Status is the certificate of a host, as its domain shows it.
type Status struct {
	State     State
	ExpiresAt time.Time // the zero time: there is none
	Error     string    // why the last order failed; empty: it did not
}

// Schedule is the stored certificate of a host and the schedule of its orders.
type Schedule struct {
	Host        string
	ExpiresAt   time.Time // of the stored certificate; the zero time: there is none
	RenewAt     time.Time // when a new certificate is due
	Failures    int       // of orders since the last success
	AttemptedAt time.Time // of the last order
	RetryAt     time.Time // no order before, after a failed one
	Error       string    // of the last order; empty after a success
}

// File describes a file of the ACME client.
type File struct {
	Path       string
	Size       int64 // bytes
	ModifiedAt time.Time
}
