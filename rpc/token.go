package rpc

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"time"
)

// Token says which exec a batch comes from, and what it may do. Its holder
// can't change it: it is signed with the host's key.
type Token struct {
	Exec      string    `json:"exec"`
	Run       string    `json:"run,omitempty"` // of the exec: its id can be used again
	Workspace string    `json:"workspace"`
	Expires   time.Time `json:"expires"`
	ReadOnly  bool      `json:"readOnly,omitempty"`
	Base      uint64    `json:"base,omitempty"` // of an effect: the revision that it reads
	Granted   []string  `json:"granted"`
}

// Sign returns the token with the key's HMAC-SHA256.
func (t Token) Sign(key []byte) []byte {
	payload, _ := json.Marshal(t)
	out := make([]byte, 0, 2*len(payload)+64)
	out = base64.RawURLEncoding.AppendEncode(out, payload)
	mac := sign(key, out)
	return base64.RawURLEncoding.AppendEncode(append(out, '.'), mac)
}

func sign(key, payload []byte) []byte {
	h := hmac.New(sha256.New, key)
	h.Write(payload)
	return h.Sum(nil)
}

// VerifyToken returns what a token says: EAUTH for one that was not signed
// with the key, or that has expired.
func VerifyToken(signed, key []byte, now time.Time) (t Token, err error) {
	dot := -1
	for i, c := range signed {
		if c == '.' {
			dot = i
		}
	}
	bad := Errorf("EAUTH", "the token is not one of this host's")
	if dot < 0 {
		return t, bad
	}
	mac, err := base64.RawURLEncoding.DecodeString(string(signed[dot+1:]))
	if err != nil || !hmac.Equal(mac, sign(key, signed[:dot])) {
		return t, bad
	}
	payload, err := base64.RawURLEncoding.DecodeString(string(signed[:dot]))
	if err != nil || json.Unmarshal(payload, &t) != nil {
		return Token{}, bad
	}
	if !now.Before(t.Expires) {
		return Token{}, Errorf("EAUTH", "the token of exec %q has expired", t.Exec)
	}
	return t, nil
}
