package account

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"linnet/internal/base/fault"
)

// Bounds in characters, inclusive. Sign-up and login use the same upper bounds,
// so that every account that signed up can log in.
const (
	minName, maxName         = 2, 50
	minEmail, maxEmail       = 3, 255
	minPassword, maxPassword = 8, 32
	minPhone, maxPhone       = 5, 40
)

// Sentences that several rules share.
const (
	badEmail = "Please enter a valid email address"
	badPhone = "Please enter a valid phone number"
)

// checkName adds a field error when name breaks a rule. label names the field in
// the sentence.
func checkName(l *fault.List, field, label, name string) {
	switch n := utf8.RuneCountInString(name); {
	case n < minName:
		l.Add(field, label+" must be at least 2 characters")
	case n > maxName:
		l.Add(field, label+" cannot exceed 50 characters")
	case strings.ContainsFunc(name, notInName):
		l.Add(field, label+" can only contain letters, spaces, hyphens, and apostrophes")
	}
}

// notInName reports whether r is not allowed in names. Marks are allowed: names
// in Devanagari or Thai need them.
func notInName(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsMark(r) && !strings.ContainsRune(" -'’", r)
}

// CheckEmail adds an error at "email" unless an account can have the address.
func CheckEmail(l *fault.List, email string) {
	switch {
	case !validEmail(email):
		l.Add("email", badEmail)
	case utf8.RuneCountInString(email) > maxEmail:
		l.Add("email", "Email cannot exceed 255 characters")
	}
}

// checkLoginEmail is CheckEmail with the sentences of the login form.
func checkLoginEmail(l *fault.List, email string) {
	n := utf8.RuneCountInString(email)
	switch {
	case !validEmail(email):
		l.Add("email", badEmail)
	case n < minEmail:
		l.Add("email", "Email must be at least 3 characters")
	case n > maxEmail:
		l.Add("email", "Email must be less than 255 characters")
	}
}

// validEmail reports whether text has the form of an Internet mail address. It
// does not check lengths.
func validEmail(text string) bool {
	local, domain, ok := cutLast(text, '@')
	if !ok || local == "" || strings.ContainsFunc(local, notInLocal) {
		return false
	}
	if strings.HasPrefix(local, ".") || strings.HasSuffix(local, ".") || strings.Contains(local, "..") {
		return false
	}
	labels := strings.Split(domain, ".")
	for _, label := range labels {
		if label == "" || strings.HasPrefix(label, "-") || strings.HasSuffix(label, "-") || strings.ContainsFunc(label, notInLabel) {
			return false
		}
	}
	last := labels[len(labels)-1]
	return len(labels) > 1 && len(last) > 1 && strings.ContainsFunc(last, unicode.IsLetter)
}

func cutLast(text string, sep byte) (before, after string, ok bool) {
	i := strings.LastIndexByte(text, sep)
	if i < 0 {
		return "", "", false
	}
	return text[:i], text[i+1:], true
}

func notInLocal(r rune) bool { return notInLabel(r) && !strings.ContainsRune(".!#$%&'*+/=?^_`{|}~", r) }

func notInLabel(r rune) bool {
	return r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
}

// checkPassword adds the first rule that a new password breaks. A special
// character is neither letter nor number nor space, in any script.
func checkPassword(l *fault.List, field, password string) {
	n := utf8.RuneCountInString(password)
	has := func(kind func(rune) bool) bool { return strings.ContainsFunc(password, kind) }
	special := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsSpace(r) }
	switch {
	case n < minPassword:
		l.Add(field, "Password must be at least 8 characters")
	case n > maxPassword:
		l.Add(field, "Password cannot exceed 32 characters")
	case !has(unicode.IsUpper):
		l.Add(field, "Password must contain at least one uppercase letter")
	case !has(unicode.IsLower):
		l.Add(field, "Password must contain at least one lowercase letter")
	case !has(unicode.IsDigit):
		l.Add(field, "Password must contain at least one number")
	case !has(special):
		l.Add(field, "Password must contain at least one special character")
	case isCommonPassword(password):
		l.Add(field, "This password is one of the most common ones. Choose another")
	}
}

func checkConfirmation(l *fault.List, password, confirmation string) {
	if password != confirmation {
		l.Add("passwordConfirmation", "Passwords do not match")
	}
}

// checkLoginPassword checks the length only, because the rules may have changed
// since the password was set.
func checkLoginPassword(l *fault.List, password string) {
	switch n := utf8.RuneCountInString(password); {
	case n < minPassword:
		l.Add("password", "Password must be at least 8 characters")
	case n > maxPassword:
		l.Add("password", "Password must be less than 32 characters")
	}
}

func checkCountry(l *fault.List, country string) {
	if len(country) != 2 || strings.ContainsFunc(country, func(r rune) bool { return r < 'A' || r > 'Z' }) {
		l.Add("country", "Please select a country")
	}
}

// checkPhone checks the number both as entered and as stored.
func checkPhone(l *fault.List, code, entered string) {
	if !validCountryCode(code) {
		l.Add("countryCode", "Please select a valid country code")
	}
	for _, number := range []string{entered, normalPhone(code, entered)} {
		n := utf8.RuneCountInString(number)
		if n < minPhone || n > maxPhone || strings.ContainsFunc(number, unicode.IsControl) {
			l.Add("phoneNumber", badPhone)
		}
	}
}

// validCountryCode reports whether code is "+" and 1 to 3 digits.
func validCountryCode(code string) bool {
	digits, plus := strings.CutPrefix(code, "+")
	return plus && len(digits) >= 1 && len(digits) <= 3 && strings.Trim(digits, "0123456789") == ""
}

// normalPhone replaces the leading zeros of a national number by the country
// code. It returns a number that starts with "+" unchanged. The sign-up form does
// the same; API clients may not.
func normalPhone(code, entered string) string {
	if strings.HasPrefix(entered, "+") {
		return entered
	}
	return code + strings.TrimLeft(entered, "0")
}
