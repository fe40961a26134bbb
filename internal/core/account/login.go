package account

import (
	"context"
	"net/netip"
	"strings"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/securitylog"
	"linnet/internal/core/throttle"
)

// wrongLogin is returned for an unknown address and for a wrong password alike.
func wrongLogin() error {
	return fault.New(fault.Unauthenticated, "Incorrect email address or password.")
}

// LoginInput is the body of a login.
type LoginInput struct {
	Email    string
	Password string
	Factor
}

// Factor is the second factor of a login. The zero value has none.
type Factor struct {
	Code         string // of an authenticator app
	RecoveryCode string // used if Code is empty
}

// Login creates a session. It returns Invalid for input that no account can
// have, Unauthenticated for an unknown address or a wrong password, Forbidden
// for a suspended account, SecondFactor when the password is right and the second
// factor is missing or wrong, and RateLimited after too many wrong passwords for
// the account or from the client's network.
func (s *Service) Login(ctx context.Context, in LoginInput, c Client) (Credentials, error) {
	in.Email = strings.TrimSpace(in.Email)
	var l fault.List
	checkLoginEmail(&l, in.Email)
	checkLoginPassword(&l, in.Password)
	if err := l.Err(); err != nil {
		return Credentials{}, err
	}
	account, verified, err := s.verifyLogin(ctx, in, c)
	if err != nil {
		return Credentials{}, err
	}
	return s.startSession(ctx, account, login{method: methodOf(in.Factor, verified)}, c)
}

// Prove verifies the password of an account, and the second factor if it has one,
// under the limits of logins. It returns Invalid at "password" for a wrong password,
// SecondFactor when the password is right and the second factor is missing or wrong,
// and otherwise the errors of Login.
func (s *Service) Prove(ctx context.Context, userID, password, code, recoveryCode string, addr netip.Addr, device string) error {
	account, err := s.Store.Account(ctx, userID)
	if err != nil {
		return err
	}
	in := LoginInput{Email: account.Email, Password: password, Factor: Factor{Code: code, RecoveryCode: recoveryCode}}
	_, _, err = s.verifyLogin(ctx, in, Client{Addr: addr, DeviceID: device})
	if fault.Is(err, fault.Unauthenticated) {
		return fault.New(fault.Invalid, "This is not the password of your account.").At("password")
	}
	return err
}

// verifyLogin returns the account of an address whose password and second factor are
// right. verified says whether it has a second factor. Errors are those of Login.
func (s *Service) verifyLogin(ctx context.Context, in LoginInput, c Client) (account Account, verified bool, err error) {
	known, err := s.knownDevice(ctx, FoldEmail(in.Email), c)
	if err != nil {
		return Account{}, false, err
	}
	refund, err := s.takeAttempt(FoldEmail(in.Email), c, known)
	if err != nil {
		s.Security.Record(ctx, securitylog.LoginThrottled, "", "")
		return Account{}, false, err
	}
	account, err = s.verify(ctx, in.Email, in.Password)
	if fault.Is(err, fault.Unauthenticated) {
		return Account{}, false, err // only wrong credentials count against the limits
	}
	refund()
	if err != nil {
		return Account{}, false, err
	}
	if err := s.checkSuspended(ctx, account); err != nil {
		return Account{}, false, err
	}
	device := ""
	if known {
		device = c.bounded().DeviceID
	}
	verified, err = s.VerifySecondFactor(ctx, account.ID, in.Code, in.RecoveryCode, c.Addr, device)
	if err != nil {
		return Account{}, false, err
	}
	s.rehash(ctx, account, in.Password)
	return account, verified, nil
}

// StartSession creates a session of a user whom the caller has authenticated with a
// passkey. It returns Forbidden for a suspended account.
func (s *Service) StartSession(ctx context.Context, userID string, c Client) (Credentials, error) {
	return s.startSessionOf(ctx, userID, login{method: event.AuthPasskey}, c)
}

// StartSingleSignOn is StartSession for a user whom a connection of single sign-on
// has authenticated. The session opens the workspace of the connection only, see
// Session.ConfinedTo.
func (s *Service) StartSingleSignOn(ctx context.Context, userID, connectionID string, c Client) (Credentials, error) {
	return s.startSessionOf(ctx, userID, login{method: event.AuthSingleSignOn, connectionID: connectionID}, c)
}

// login is a completed authentication.
type login struct {
	method       event.AuthMethod
	connectionID string // of single sign-on
}

// methodOf returns the method of a login with a password. verified says whether the
// user has a second factor.
func methodOf(f Factor, verified bool) event.AuthMethod {
	switch {
	case !verified:
		return event.AuthPassword
	case f.Code != "":
		return event.AuthPasswordAndCode
	default:
		return event.AuthPasswordAndRecoveryCode
	}
}

func (s *Service) startSessionOf(ctx context.Context, userID string, by login, c Client) (Credentials, error) {
	account, err := s.Store.Account(ctx, userID)
	if err != nil {
		return Credentials{}, err
	}
	if err := s.checkSuspended(ctx, account); err != nil {
		return Credentials{}, err
	}
	return s.startSession(ctx, account, by, c)
}

func (s *Service) startSession(ctx context.Context, account Account, by login, c Client) (Credentials, error) {
	session, token := s.newSession(account.ID, c)
	if by.connectionID != "" {
		session.SingleSignOnID, session.AuthenticatedAt = by.connectionID, time.Time{}
	}
	e := s.event(event.UserLoggedIn, c.By(account.ID), session.ID, event.Created(event.Authentication{Method: by.method}))
	newDevice, err := s.Store.InsertSession(ctx, session, e)
	if err != nil {
		return Credentials{}, err
	}
	if newDevice {
		err := s.Notices.NewSignIn(ctx, account.ID, s.deviceName(session.UserAgent), session.Place)
		s.logFailure(ctx, "notify new sign-in failed", err)
	}
	return Credentials{Token: token, User: s.user(account)}, nil
}

// checkSuspended returns Forbidden for a suspended account.
func (s *Service) checkSuspended(ctx context.Context, account Account) error {
	if account.SuspendedAt.IsZero() {
		return nil
	}
	s.Security.Record(ctx, securitylog.LoginSuspended, account.ID, "")
	return s.suspended()
}

// suspended returns the error for the right password of a suspended account.
func (s *Service) suspended() error {
	contact := "the operator of this install"
	if s.SupportEmail != "" {
		contact = s.SupportEmail
	}
	return fault.New(fault.Forbidden, "This account is suspended. Contact "+contact+".")
}

// rehash replaces a hash that was made with other parameters than the current
// ones. A failure does not fail the login.
func (s *Service) rehash(ctx context.Context, account Account, password string) {
	if !s.Hasher.Stale(account.PasswordHash) {
		return
	}
	hash, err := s.Hasher.Hash(ctx, password)
	if err == nil {
		err = s.Store.RehashPassword(ctx, account.ID, account.PasswordHash, hash)
	}
	s.logFailure(ctx, "rehash password failed", err)
}

// verify returns the account if the password is right. For an unknown address it
// computes a hash and discards it, so that the response time does not reveal
// whether the account exists.
func (s *Service) verify(ctx context.Context, email, password string) (Account, error) {
	account, err := s.Store.AccountByEmail(ctx, FoldEmail(email))
	if fault.Is(err, fault.NotFound) {
		if _, err := s.Hasher.Hash(ctx, password); err != nil {
			return Account{}, err
		}
		s.Security.Record(ctx, securitylog.LoginFailed, "", "")
		return Account{}, wrongLogin()
	}
	if err != nil {
		return Account{}, err
	}
	ok, err := s.matches(ctx, password, account)
	if err != nil {
		return Account{}, err
	}
	if !ok {
		s.Security.Record(ctx, securitylog.LoginFailed, account.ID, "")
		return Account{}, wrongLogin()
	}
	return account, nil
}

// matches reports whether the password is that of the account. An account that
// only signs in by other means has none.
func (s *Service) matches(ctx context.Context, password string, account Account) (bool, error) {
	if account.PasswordHash == "" {
		_, err := s.Hasher.Hash(ctx, password) // the response time does not reveal it
		return false, err
	}
	return s.Hasher.Matches(ctx, password, account.PasswordHash)
}

// knownDevice reports whether the client's device has a session of the account that
// began or was confirmed with a factor of the account.
func (s *Service) knownDevice(ctx context.Context, folded string, c Client) (bool, error) {
	if c = c.bounded(); c.DeviceID == "" {
		return false, nil
	}
	return s.Store.KnownDevice(ctx, folded, c.DeviceID, s.Clock.Now())
}

// takeAttempt counts an attempt before its result is known, so that concurrent
// attempts are limited like sequential ones. refund undoes that.
//
// A device that has a session of the account has a limit of its own, so that
// wrong passwords from elsewhere do not lock the owner out.
func (s *Service) takeAttempt(folded string, c Client, known bool) (refund func(), err error) {
	if known {
		return throttle.TakeAll(throttle.Budget{Limiter: s.perDevice, Key: folded + " " + c.bounded().DeviceID})
	}
	return throttle.TakeAll(
		throttle.Budget{Limiter: s.perPair, Key: pairKey(folded, c)}, // first, so that one network cannot exhaust the account's limit
		throttle.Budget{Limiter: s.perAccount, Key: folded},
		throttle.Budget{Limiter: s.perAddress, Key: c.addrKey()},
	)
}

func pairKey(folded string, c Client) string { return folded + " " + c.addrKey() }

// Logout deletes the actor's session. A session that does not exist any more is
// not an error.
func (s *Service) Logout(ctx context.Context, a access.Actor) error {
	if err := access.RequireSignedIn(a); err != nil {
		return err
	}
	err := s.endSession(ctx, a, a.SessionID, event.UserLoggedOut)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	return err
}

// logFailure logs err unless it is nil, where it must not fail the call.
func (s *Service) logFailure(ctx context.Context, message string, err error) {
	if err != nil {
		s.Log.WarnContext(ctx, message, "err", err)
	}
}
