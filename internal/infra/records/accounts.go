package records

import (
	"context"

	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/core/event"
	"linnet/internal/core/plan"
)

//nolint:gochecknoglobals // immutable
var accountTable = tableOf("account", `users`, func(a *account.Account) []column {
	return []column{
		fixed("id", &a.ID),
		fixed("email", &a.Email),
		initial("email_folded", text(func() string { return account.FoldEmail(a.Email) })),
		col("first_name", &a.FirstName),
		col("last_name", &a.LastName),
		col("country", &a.Country),
		col("country_code", &a.CountryCode),
		col("phone_number", &a.PhoneNumber),
		fixed("created_at", &a.CreatedAt),
		col("updated_at", &a.UpdatedAt),
		fixed("password_hash", &a.PasswordHash),
		initial("password_changed_at", &a.CreatedAt),
		computed("suspended_at", &a.SuspendedAt),
		computed("email_verified_at", &a.EmailVerifiedAt),
	}
})

// InsertAccount stores the user, their workspace with them as its owner, and
// their first session.
func (s *Store) InsertAccount(ctx context.Context, r account.Registration, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		if r.Code != nil {
			if err := redeemSignupCode(ctx, tx, *r.Code, r.Account.User); err != nil {
				return err
			}
		}
		if err := insertUser(ctx, tx, r.Account); err != nil {
			return err
		}
		if err := grantToFirst(ctx, tx, r); err != nil {
			return err
		}
		if err := insertWorkspace(ctx, tx, r.Workspace, r.Account.ID, access.Owner); err != nil {
			return err
		}
		if err := insertSession(ctx, tx, r.Session); err != nil {
			return err
		}
		tx.emit(e)
		return addTasks(ctx, tx, r.Mails...)
	})
}

// grantToFirst makes the user an operator, who chooses whether the install has plans, if
// there is no other user. Concurrent
// first sign-ups, which do not see each other's users, wait for each other at the
// row of event_sequence.
func grantToFirst(ctx context.Context, tx conn, r account.Registration) error {
	u := r.Account.User
	others, err := queryOne(ctx, tx, value[bool], `SELECT COUNT(*) > 0 FROM (SELECT 1 FROM users WHERE id <> $1 LIMIT 1) u`, u.ID)
	if err != nil || others {
		return err
	}
	if _, err := queryOne(ctx, tx, value[int64], `SELECT last FROM event_sequence`+tx.d.forUpdate); err != nil {
		return err
	}
	n, err := tx.exec(ctx, `UPDATE users SET operator_since = $2 WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM users WHERE id <> $1)`,
		u.ID, toMillis(u.CreatedAt))
	if err != nil || n == 0 {
		return err
	}
	tx.emit(event.New(event.Actor{}, event.OperatorGranted, "", u.ID, event.None{}, u.CreatedAt))
	if r.Plans == plan.Undecided {
		return nil
	}
	by := event.Actor{Kind: event.Operator, ID: u.ID}
	return setPlanChoice(ctx, tx, r.Plans, event.New(by, event.InstallPlansSet, "", "", event.InstallPlans{Plans: string(r.Plans)}, u.CreatedAt))
}

func insertUser(ctx context.Context, tx conn, a account.Account) error {
	return conflictAt(accountTable.insert(ctx, tx, &a), "email",
		"There is already an account with this email address. Log in, or use another address.")
}

// Account returns one account.
func (s *Store) Account(ctx context.Context, userID string) (account.Account, error) {
	return accountTable.one(ctx, s.read, `WHERE id = $1`, userID)
}

// AccountByEmail returns the account of a folded address.
func (s *Store) AccountByEmail(ctx context.Context, folded string) (account.Account, error) {
	return accountTable.one(ctx, s.read, `WHERE email_folded = $1`, folded)
}

// ChangeProfile applies edit to an account and stores its profile without the
// address.
func (s *Store) ChangeProfile(
	ctx context.Context, userID string, edit func(*account.Account) ([]event.Event, error),
) (account.Account, error) {
	return accountTable.change(ctx, s, userID, edit, `WHERE id = $1`, userID)
}

// lockUser serializes transactions that check a bound of the user.
func lockUser(ctx context.Context, tx conn, id string) error {
	_, err := queryOne(ctx, tx, value[string], `SELECT id FROM users WHERE id = $1`+tx.d.forUpdate, id)
	return notFound(err, "account")
}

// RehashPassword replaces the hash old of an unchanged password.
func (s *Store) RehashPassword(ctx context.Context, userID, old, hash string) error {
	_, err := s.write.exec(ctx, `UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2`, userID, old, hash)
	return err
}

// OwnFactors returns with what a user can prove that an account is theirs.
func (s *Store) OwnFactors(ctx context.Context, userID string) (account.OwnFactors, error) {
	f, err := queryOne(ctx, s.read, func(row scanner) (f account.OwnFactors, err error) {
		err = row.Scan(&f.Password, &f.Passkey, &f.Code)
		return f, err
	}, `SELECT `+hasPassword+`, `+hasPasskey+`, EXISTS (SELECT 1 FROM totp_factors f WHERE f.user_id = u.id AND f.confirmed_at > 0)
		FROM users u WHERE u.id = $1`, userID)
	return f, notFound(err, "account")
}

// Conditions of the user u.
const (
	hasPassword = `u.password_hash <> ''`
	hasPasskey  = `EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = u.id)`
)

// SetPassword stores a hash, revokes every session except one and deletes all
// resets.
func (s *Store) SetPassword(ctx context.Context, userID, except string, p account.NewPassword) error {
	return s.inTx(ctx, func(tx conn) error { return setPassword(ctx, tx, userID, except, p) })
}

func setPassword(ctx context.Context, tx conn, userID, except string, p account.NewPassword) error {
	if err := tx.execOne(ctx, "account", `UPDATE users SET password_hash = $2, password_changed_at = $3, updated_at = $3 WHERE id = $1`,
		userID, p.Hash, toMillis(p.Event.At)); err != nil {
		return err
	}
	if _, err := tx.exec(ctx, `DELETE FROM sessions WHERE user_id = $1 AND id <> $2`, userID, except); err != nil {
		return err
	}
	if _, err := tx.exec(ctx, `DELETE FROM password_resets WHERE user_id = $1`, userID); err != nil {
		return err
	}
	if err := disconnectAll(ctx, tx, userID, p.Disconnect); err != nil {
		return err
	}
	tx.emit(p.Event)
	return addTasks(ctx, tx, p.Mail)
}
