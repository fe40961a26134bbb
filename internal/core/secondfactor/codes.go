package secondfactor

import (
	"crypto/subtle"
	"encoding/base32"
	"fmt"
	"strings"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
	"github.com/pquerna/otp/totp"

	"linnet/internal/base/ident"
)

// Parameters of the codes. All authenticator apps support them.
const (
	secretBytes = 20 // the output of HMAC-SHA-1
	period      = 30 * time.Second
	skew        = 1 // steps before and after the current one, for clocks that differ
)

// issuer names the install in authenticator apps.
const issuer = "Linnet"

// newSetup returns a new secret and its texts for the user's authenticator app.
func newSetup(email string) (secret []byte, s Setup, err error) {
	secret = ident.Bytes(secretBytes)
	key, err := totp.Generate(totp.GenerateOpts{
		Issuer:      issuer,
		AccountName: email,
		Secret:      secret,
		Period:      uint(period / time.Second),
		Digits:      otp.DigitsSix,
		Algorithm:   otp.AlgorithmSHA1,
	})
	if err != nil {
		return nil, Setup{}, fmt.Errorf("generate a TOTP key: %w", err)
	}
	return secret, Setup{Secret: key.Secret(), URL: key.URL()}, nil
}

// matchingStep returns the step of which code is the code of the secret at now,
// and false when it is of none within the skew. Spaces in the code are ignored.
func matchingStep(secret []byte, code string, now time.Time) (step int64, ok bool) {
	code = strings.ReplaceAll(strings.TrimSpace(code), " ", "")
	text := base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(secret)
	current := now.Unix() / int64(period/time.Second)
	for candidate := current - skew; candidate <= current+skew; candidate++ {
		want, err := hotp.GenerateCode(text, uint64(candidate)) //nolint:gosec // after 1970
		if err == nil && subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			step, ok = candidate, true
		}
	}
	return step, ok
}

// recoveryDigits is the length of a recovery code: 130 random bits, as secrets have
// at least 128 (OWASP ASVS 5.0, 11.5.1). From 112 bits on an unsalted hash is enough
// (6.5.2).
const recoveryDigits = 26

// newRecoveryCodes returns a set of codes, such as "3kq7c8v-0d5m2a-x1t9m4z-7hq2cv", and
// their hashes.
func newRecoveryCodes() (texts []string, hashes []CodeHash) {
	for range RecoveryCodes {
		digits := ident.Alias(ident.IDDigits, recoveryDigits)
		texts = append(texts, strings.Join([]string{digits[:7], digits[7:13], digits[13:20], digits[20:]}, "-"))
		hashes = append(hashes, ident.HashSecret(digits))
	}
	return texts, hashes
}

// hashRecoveryCode returns the hash of an entered code. It ignores case, spaces
// and hyphens, and reads look-alikes as the digits that they resemble.
func hashRecoveryCode(text string) CodeHash {
	digits := strings.Map(func(r rune) rune {
		switch r {
		case ' ', '-', '\t':
			return -1
		case 'o':
			return '0'
		case 'i', 'l':
			return '1'
		}
		return r
	}, strings.ToLower(text))
	return ident.HashSecret(digits)
}
