package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"

	"linnet/internal/base/fault"
	"linnet/internal/config"
	"linnet/internal/core/account"
	"linnet/internal/core/event"
)

// setupCodeFile is the file in the data folder with the link for the first account
// of an install. It exists while there is no account.
const setupCodeFile = "setup-code"

// writeSetupCode writes the link for the first account of an install that is not
// local to a file that only the operator can read, and removes the file when there
// is an account. The log has only the path: others may read it.
func (n *Node) writeSetupCode(ctx context.Context) {
	path := n.cfg.InData(setupCodeFile)
	link, err := n.parts.services.accounts.SetupLink(ctx)
	switch {
	case err != nil:
		n.log.ErrorContext(ctx, "create set-up code failed", "err", err)
		return
	case link == "":
		removeSetupCode(path, n.log)
		return
	}
	n.parts.records.Subscribe(func(e event.Event) {
		if e.Kind == event.UserSignedUp {
			removeSetupCode(path, n.log)
		}
	})
	if err := os.WriteFile(path, []byte(link+"\n"), 0o600); err != nil {
		n.log.ErrorContext(ctx, "write set-up code failed; run linnet setup-code for a link", "file", path, "err", err)
		return
	}
	n.log.WarnContext(ctx, "no account yet; open the link in the file, or run linnet setup-code", "file", path)
}

func removeSetupCode(path string, log *slog.Logger) {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		log.Warn("remove set-up code failed", "file", path, "err", err)
	}
}

// SetupLink returns a link for the first account of an install. Earlier links stay
// valid until there is one. It returns Conflict when there is an account, or when
// the install is local, where the first sign-up needs no code.
func SetupLink(ctx context.Context, cfg config.Config, log *slog.Logger) (link string, err error) {
	cfg = withPublicURL(ctx, cfg)
	err = WithAccounts(ctx, cfg, log, func(accounts *account.Service) error {
		link, err = accounts.SetupLink(ctx)
		switch {
		case err != nil || link != "":
			return err
		case cfg.Local():
			return fault.New(fault.Conflict, fmt.Sprintf("%s is on this machine, so that sign-up needs no code. "+
				"Set LINNET_PUBLIC_URL to the address of the install.", cfg.PublicURL))
		}
		return fault.New(fault.Conflict, "There is an account already. Invite users with: linnet user invite <email>")
	})
	return link, err
}
