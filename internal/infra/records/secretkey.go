package records

import "context"

// SecretKeyCheck returns the check of the install's secret key, or NotFound before
// the first start.
func (s *Store) SecretKeyCheck(ctx context.Context) ([]byte, error) {
	return secretKeyCheck(ctx, s.read)
}

func secretKeyCheck(ctx context.Context, c conn) ([]byte, error) {
	check, err := queryOne(ctx, c, value[[]byte], `SELECT value FROM secret_key WHERE id = 1`)
	return check, notFound(err, "secret key")
}

// InitSecretKeyCheck stores a check unless there is one, and returns the stored
// one.
func (s *Store) InitSecretKeyCheck(ctx context.Context, check []byte) (stored []byte, err error) {
	err = s.inTx(ctx, func(tx conn) error {
		if _, err := tx.exec(ctx, `INSERT INTO secret_key (id, value) VALUES (1, $1) ON CONFLICT (id) DO NOTHING`, check); err != nil {
			return err
		}
		stored, err = secretKeyCheck(ctx, tx)
		return err
	})
	return stored, err
}

// ResetSecretKey replaces the check and deletes the values that were sealed with
// the earlier key: certificates with their keys, the account at the certificate
// authority, and TOTP secrets. Logins still need a second factor: recovery codes
// work.
func (s *Store) ResetSecretKey(ctx context.Context, check []byte) error {
	return s.inTx(ctx, func(tx conn) error {
		for _, statement := range []string{`DELETE FROM certificate_files`, `DELETE FROM certificates`, `DELETE FROM secret_key`} {
			if _, err := tx.exec(ctx, statement); err != nil {
				return err
			}
		}
		if _, err := tx.exec(ctx, `UPDATE totp_factors SET secret = $1 WHERE confirmed_at > 0`, []byte{}); err != nil {
			return err
		}
		if _, err := tx.exec(ctx, `DELETE FROM totp_factors WHERE confirmed_at = 0`); err != nil {
			return err
		}
		_, err := tx.exec(ctx, `INSERT INTO secret_key (id, value) VALUES (1, $1)`, check)
		return err
	})
}
