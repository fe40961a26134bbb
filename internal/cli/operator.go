package cli

import (
	"context"
	"fmt"
	"strings"

	"linnet/internal/app"
	"linnet/internal/config"
	"linnet/internal/core/operator"
)

// The operator's commands. They change the records and notify the running node,
// if there is one.
type (
	userCmds struct {
		List          userListCmd        `cmd:"" help:"List users."`
		Invite        userInviteCmd      `cmd:"" help:"Create and email an invitation, a one-time link for a sign-up."`
		ResetPassword userResetCmd       `cmd:"" aliases:"set-password" help:"Create a one-time link that sets a new password."`
		Verify        userVerifyCmd      `cmd:"" help:"Mark the email address of a user as verified."`
		ResetFactor   userResetFactorCmd `cmd:"" name:"reset-second-factor" help:"Turn off two-factor authentication of a user who lost the device and the recovery codes."`
		Suspend       suspendCmd         `cmd:"" help:"Suspend a user: sessions end, and links of the user's workspaces return 410."`
		Restore       unsuspendCmd       `cmd:"" help:"Restore a suspended user."`

		GrantOperator  grantOperatorCmd  `cmd:"" help:"Make a user an operator of the install, who may use the pages below /admin."`
		RevokeOperator revokeOperatorCmd `cmd:"" help:"Revoke the operator's rights of a user."`
	}
	workspaceCmds struct {
		List    workspaceListCmd `cmd:"" help:"List workspaces."`
		SetPlan setPlanCmd       `cmd:"" help:"Set the plan of a workspace."`
		Suspend suspendCmd       `cmd:"" help:"Suspend a workspace: its links return 410."`
		Restore unsuspendCmd     `cmd:"" help:"Restore a suspended workspace."`
	}
	linkCmds struct {
		Block   blockCmd   `cmd:"" help:"Block a link, or destinations on a host."`
		Unblock unblockCmd `cmd:"" help:"End a block."`
	}
)

type suspendCmd struct {
	asJSON
	Target string `arg:"" help:"The email address of a user, or the id of a workspace."`
}

// Run suspends.
func (c suspendCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return suspend(ctx, cfg, s, c, true)
}

type unsuspendCmd suspendCmd

// Run restores.
func (c unsuspendCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return suspend(ctx, cfg, s, suspendCmd(c), false)
}

func suspend(ctx context.Context, cfg *config.Config, s streams, c suspendCmd, suspended bool) error {
	return app.WithOperator(ctx, *cfg, func(o *operator.Service) error {
		changed, err := o.Suspend(ctx, c.Target, suspended)
		if err != nil {
			return err
		}
		state, consequence := "suspended", "Links of these workspaces answer 410"
		if !suspended {
			state, consequence = "restored", "Links of these workspaces work again"
		}
		sentence := fmt.Sprintf("%s is %s.", c.Target, state)
		if len(changed) > 0 {
			sentence += fmt.Sprintf(" %s: %s.", consequence, strings.Join(changed, ", "))
		}
		return c.done(s, map[string]any{"target": c.Target, "suspended": suspended, "workspaces": changed}, sentence)
	})
}
