package app

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/sealed"
	"linnet/internal/config"
	"linnet/internal/core/account"
	"linnet/internal/core/event"
	"linnet/internal/core/notify"
	"linnet/internal/core/outbox"
	"linnet/internal/core/passkey"
	"linnet/internal/core/plan"
	"linnet/internal/core/queue"
	"linnet/internal/core/secondfactor"
	"linnet/internal/core/singlesignon"
	"linnet/internal/edge/httpapi"
	"linnet/internal/infra/openid"
	"linnet/internal/infra/outbound"
	"linnet/internal/infra/password"
	"linnet/internal/infra/records"
)

// securityNotices notifies users of changes of their credentials, in the app and
// by mail.
type securityNotices struct {
	*notify.Service
	outbox *outbox.Outbox
	clock  clock.Clock
}

// SecurityMail returns the task that mails a notification of SecurityChange.
func (n securityNotices) SecurityMail(userID string, kind event.Kind) (queue.NewTask, error) {
	return n.outbox.Task(securityMail, securityMailData{UserID: userID, Kind: notify.KindOf(kind), At: n.clock.Now()})
}

// securityMailData is the data of securityMail.
type securityMailData struct {
	UserID string      `json:"userId"`
	Kind   notify.Kind `json:"kind"`
	At     time.Time   `json:"at"`
}

func (m mails) sendSecurityChange(ctx context.Context, d securityMailData) error {
	text := notify.Notification{Kind: d.Kind}
	return m.toUser(ctx, d.UserID, func(to account.Recipient) error {
		return m.mail.SecurityChange(ctx, to, text.Title(), text.Message(), d.At)
	})
}

// signIn are the services with which users sign in.
type signIn struct {
	accounts      *account.Service
	secondFactors *secondfactor.Service
	passkeys      *passkey.Service
	signOn        *singlesignon.Service
}

// newSignIn returns the services. d has the dependencies of accounts that are not
// settings or parts of c.
func newSignIn(
	cfg config.Config, records *records.Store, c *clicks, key sealed.Key, notices *notify.Service, limits plan.LimitsOf,
	d account.Deps,
) (signIn, error) {
	security := securityNotices{notices, outbox.New(records, d.Clock), d.Clock}
	factors := secondfactor.NewVerifier(secondfactor.VerifierDeps{
		Store: records, Box: key.Box("totp"), Notices: security,
		Clock: d.Clock, Security: d.Security, Attempts: d.Attempts, Log: d.Log,
	})
	d.VerifySecondFactor = factors.VerifyLogin
	d.Hasher, d.Agents, d.Places = password.New(password.Default()), c.agents, c.locator
	d.PublicURL, d.Local = strings.TrimRight(cfg.PublicURL, "/"), cfg.Local()
	d.VerifyEmail = cfg.SMTPURL != ""
	d.SignupMode, d.SupportEmail = account.SignupMode(cfg.Signup), cfg.SupportEmail
	accounts := account.NewService(d)
	passkeys, err := passkey.New(passkey.Deps{
		Store:                records,
		EmailOf:              accounts.EmailOf,
		RecordAuthentication: accounts.RecordAuthentication,
		Notices:              security,
		PublicURL:            d.PublicURL,
		Clock:                d.Clock,
		Security:             d.Security,
		Attempts:             d.Attempts,
		Log:                  d.Log,
	})
	if err != nil {
		return signIn{}, err
	}
	signOn := newSignOn(cfg, singlesignon.Deps{
		Store:         records,
		Prove:         accounts.Prove,
		UserOfPasskey: passkeys.SignIn,
		Limits:        limits,
		Notices:       security,
		Box:           key.Box("sso"),
		Clock:         d.Clock,
		Security:      d.Security,
		Attempts:      d.Attempts,
		Log:           d.Log,
	})
	second := secondfactor.New(secondfactor.Deps{
		Verifier:        factors,
		EmailOf:         accounts.EmailOf,
		ConfirmPassword: accounts.ConfirmPassword,
	})
	return signIn{accounts: accounts, secondFactors: second, passkeys: passkeys, signOn: signOn}, nil
}

// newSignOn returns the service of single sign-on. d has the dependencies that are
// not settings.
func newSignOn(cfg config.Config, d singlesignon.Deps) *singlesignon.Service {
	publicURL := strings.TrimRight(cfg.PublicURL, "/")
	networks, _ := cfg.OIDCPrefixes() // Validate reports the error
	calls := titleRequests(publicURL)
	calls.Allow, calls.MaxBody, calls.Timeout = networks, 1<<20, 10*time.Second
	d.Provider = openid.New(outbound.New(calls).HTTP(), d.Clock)
	d.CheckEmail, d.CallbackURL = account.CheckEmail, publicURL+httpapi.Prefix+"/auth/oidc"
	return singlesignon.New(d)
}

// ResetSecondFactor turns off two-factor authentication of a user who lost the
// device and the recovery codes. It mails the user.
func ResetSecondFactor(ctx context.Context, cfg config.Config, log *slog.Logger, email string) error {
	return withOperatorRecords(ctx, cfg, func(records *records.Store) error {
		now := clock.System{}
		notices := notify.New(notify.Deps{Store: records, Clock: now, Log: log})
		factors := secondfactor.NewVerifier(secondfactor.VerifierDeps{
			Store: records, Notices: securityNotices{notices, outbox.New(records, now), now}, Clock: now, Log: log,
		})
		userID, err := records.UserIDByEmail(ctx, email)
		if err != nil {
			return err
		}
		return secondfactor.New(secondfactor.Deps{Verifier: factors}).Reset(ctx, userID)
	})
}
