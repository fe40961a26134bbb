package singlesignon

import (
	"context"
	"fmt"
	"net/url"

	"linnet/internal/base/fault"
)

// Proof is what a user proves with that an account is theirs: a password, with the
// second factor of an account that has one, or a passkey. The zero value proves nothing.
type Proof struct {
	Password     string
	Code         string // of an authenticator app
	RecoveryCode string // used if Code is empty
	Passkey      []byte // the response of the browser to the options of a sign-in; used if Password is empty
}

// prove verifies that the account that is about to be linked belongs to the user. The
// provider does not decide that: it belongs to the owner of a workspace. It returns
// ReauthRequired without a proof, Invalid at "password" or "credential" for a wrong one,
// SecondFactor when the password is right and the second factor is missing or wrong,
// RateLimited as logins do, and Conflict for an account that has no factor yet.
func (s *Service) prove(ctx context.Context, c Connection, person Person, in Redemption) error {
	switch {
	case !person.Own:
		return fault.New(fault.Conflict, "There is a Linnet account with your email address, and it has no password yet. "+
			"Set one with “Forgot password?” on the login page, or ask the operator of this install for a link. Then sign in again to connect it.")
	case in.Password != "":
		return s.Prove(ctx, person.UserID, in.Password, in.Code, in.RecoveryCode, in.Addr, in.Device)
	case len(in.Passkey) > 0:
		return s.provePasskey(ctx, person.UserID, in.Passkey)
	}
	provider := c.Issuer
	if u, err := url.Parse(c.Issuer); err == nil {
		provider = u.Host
	}
	return fault.New(fault.ReauthRequired, fmt.Sprintf(
		"There is a Linnet account with your email address. Confirm that it is yours: %s will then log in to it for the workspace “%s”.",
		provider, c.WorkspaceName))
}

func (s *Service) provePasskey(ctx context.Context, userID string, response []byte) error {
	owner, err := s.UserOfPasskey(ctx, response)
	if fault.Is(err, fault.Unauthenticated) || err == nil && owner != userID {
		return fault.New(fault.Invalid, "This passkey is not one of your account. Use another one, or your password.").At("credential")
	}
	return err
}
