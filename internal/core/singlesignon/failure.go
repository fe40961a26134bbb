package singlesignon

import (
	"errors"

	"linnet/internal/base/fault"
)

// Reason is why a sign-in failed. The values are part of the address of the page
// that explains them.
type Reason string

// The reasons.
const (
	Expired         Reason = "expired"          // too late, submitted before, or in another browser
	Denied          Reason = "denied"           // by the user or the provider
	Unavailable     Reason = "unavailable"      // the provider cannot be reached, or is set up wrongly
	Rejected        Reason = "rejected"         // the provider's response cannot be verified
	EmailUnverified Reason = "email_unverified" // the provider does not vouch for the address
	EmailDomain     Reason = "email_domain"     // the address is of another domain
	DomainLost      Reason = "domain_lost"      // the workspace no longer has the domain verified
	Operator        Reason = "operator"         // the account is of an operator of the install
	Removed         Reason = "removed"          // the workspace has no such connection
	RateLimited     Reason = "rate_limited"
	Internal        Reason = "internal"
)

// Failure is an error of a sign-in with its reason.
type Failure struct {
	Reason Reason
	cause  error
}

// Fail returns a Failure. cause is for the log and may be nil.
func Fail(reason Reason, cause error) error { return &Failure{reason, cause} }

// refuse returns a Failure whose cause is Forbidden with a sentence for people.
func refuse(reason Reason, sentence string) error {
	return Fail(reason, fault.New(fault.Forbidden, sentence))
}

// Error returns the reason and the cause.
func (f *Failure) Error() string {
	if f.cause == nil {
		return "single sign-on: " + string(f.Reason)
	}
	return "single sign-on: " + string(f.Reason) + ": " + f.cause.Error()
}

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.cause }

// ReasonOf returns why a sign-in failed.
func ReasonOf(err error) Reason {
	var f *Failure
	switch {
	case errors.As(err, &f):
		return f.Reason
	case fault.Is(err, fault.RateLimited):
		return RateLimited
	default:
		return Internal
	}
}
