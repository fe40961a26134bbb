package cli

import (
	"context"
	"io"
	"time"

	"linnet/internal/app"
	"linnet/internal/config"
	"linnet/internal/core/account"
	"linnet/internal/core/operator"
)

type userListCmd struct{ listing }

// Run prints users, the newest first.
func (c userListCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return app.WithOperator(ctx, *cfg, func(o *operator.Service) error {
		page, err := o.Users(ctx, operator.Query{Search: c.Search, Limit: c.Limit})
		if err != nil {
			return err
		}
		users := page.Items
		return c.print(s.out, users, func(w io.Writer) error {
			rows := [][]string{{"ID", "EMAIL", "NAME", "CREATED", "STATE", "ROLE"}}
			for _, u := range users {
				rows = append(rows, []string{u.ID, u.Email, u.Name, u.CreatedAt.Format(time.DateOnly), state(u.Suspended), operatorRole(u.Operator)})
			}
			return table(w, rows)
		})
	})
}

type userInviteCmd struct {
	asJSON
	Email string `arg:"" help:"Email address of the invited person."`
}

// Run creates an invitation.
func (c userInviteCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return app.WithAccounts(ctx, *cfg, newLogger(*cfg, s.err), func(accounts *account.Service) error {
		link, sent, err := accounts.Invite(ctx, c.Email)
		if err != nil {
			return err
		}
		sentence := "Invitation sent to " + c.Email + ":\n" + link
		if !sent {
			sentence = "The email could not be sent yet. It is queued and is sent while Linnet runs. This link works too:\n" + link
		}
		return c.done(s, map[string]any{"email": c.Email, "link": link, "mailed": sent}, sentence)
	})
}

type userResetCmd struct {
	asJSON
	Email string `arg:"" help:"Email address of the user."`
}

// Run creates a link that sets a new password.
func (c userResetCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return app.WithAccounts(ctx, *cfg, newLogger(*cfg, s.err), func(accounts *account.Service) error {
		link, err := accounts.ResetLink(ctx, c.Email)
		if err != nil {
			return err
		}
		return c.done(
			s,
			map[string]any{"email": c.Email, "link": link},
			"This link sets a new password. It works once, within an hour:\n"+link,
		)
	})
}

type userVerifyCmd struct {
	asJSON
	Email string `arg:"" help:"Email address of the user."`
}

// Run marks the address of an account as verified.
func (c userVerifyCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return app.WithAccounts(ctx, *cfg, newLogger(*cfg, s.err), func(accounts *account.Service) error {
		if err := accounts.VerifyEmailOf(ctx, c.Email); err != nil {
			return err
		}
		return c.done(s, map[string]any{"email": c.Email, "verified": true}, c.Email+" is verified.")
	})
}

type userResetFactorCmd struct {
	asJSON
	Email string `arg:"" help:"Email address of the user."`
}

// Run turns off two-factor authentication of a user.
func (c userResetFactorCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	if err := app.ResetSecondFactor(ctx, *cfg, newLogger(*cfg, s.err), c.Email); err != nil {
		return err
	}
	return c.done(s, map[string]any{"email": c.Email},
		"Two-factor authentication of "+c.Email+" is off, and all its sessions ended. The user is notified by email.")
}

type grantOperatorCmd struct {
	asJSON
	Email string `arg:"" help:"Email address of the user."`
}

// Run makes a user an operator.
func (c grantOperatorCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return setOperator(ctx, cfg, s, c, true)
}

type revokeOperatorCmd grantOperatorCmd

// Run revokes the operator's rights of a user.
func (c revokeOperatorCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return setOperator(ctx, cfg, s, grantOperatorCmd(c), false)
}

func setOperator(ctx context.Context, cfg *config.Config, s streams, c grantOperatorCmd, isOperator bool) error {
	return app.WithOperator(ctx, *cfg, func(o *operator.Service) error {
		if err := o.SetOperator(ctx, c.Email, isOperator); err != nil {
			return err
		}
		sentence := c.Email + " is an operator of this install now."
		if !isOperator {
			sentence = c.Email + " is no operator any more."
		}
		return c.done(s, map[string]any{"email": c.Email, "operator": isOperator}, sentence)
	})
}

func operatorRole(isOperator bool) string {
	if isOperator {
		return "operator"
	}
	return "-"
}
