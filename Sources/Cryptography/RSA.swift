/// RSA PKCS#1 v1.5 with SHA-256 (RS256), for audiences whose frameworks insist on it. 2048…8192 bits.
public enum RSA {}
