-- Moves a database that distribute.sql has spread back to one server.
BEGIN;
SET LOCAL citus.multi_shard_modify_mode = 'sequential';

CREATE TEMP TABLE triggers ON COMMIT DROP AS
  SELECT tgname, tgrelid::regclass AS of_table, pg_get_triggerdef(oid) AS definition FROM pg_trigger WHERE NOT tgisinternal;
DO $$ DECLARE one record; BEGIN
  FOR one IN SELECT * FROM triggers LOOP EXECUTE format('DROP TRIGGER %I ON %s', one.tgname, one.of_table); END LOOP;
END $$;

SELECT undistribute_table('users', cascade_via_foreign_keys => true);
SELECT undistribute_table('emails');
SELECT undistribute_table('identities');
SELECT undistribute_table('limits');
SELECT undistribute_table('purge_clock');
SELECT undistribute_table('migrations');

DO $$ DECLARE one record; BEGIN
  FOR one IN SELECT * FROM triggers LOOP EXECUTE one.definition; END LOOP;
END $$;

ALTER TABLE notes DROP CONSTRAINT notes_pkey, ADD PRIMARY KEY (id);
ALTER TABLE trash DROP CONSTRAINT trash_pkey, ADD PRIMARY KEY (id);
ALTER TABLE versions DROP CONSTRAINT versions_pkey, ADD PRIMARY KEY (id);
ALTER TABLE sessions DROP CONSTRAINT sessions_pkey, ADD PRIMARY KEY (token_hash);
ALTER TABLE sign_in_codes DROP CONSTRAINT sign_in_codes_pkey, ADD PRIMARY KEY (code_hash);
DROP INDEX reset_links_by_token;
ALTER TABLE reset_links ADD UNIQUE (token_hash);
ALTER TABLE users ADD UNIQUE (email);
ALTER TABLE identities ADD FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE;
CREATE TRIGGER enter_email AFTER INSERT ON users FOR EACH ROW WHEN (true) EXECUTE FUNCTION enter_email();
CREATE TRIGGER remove_email AFTER DELETE ON users FOR EACH ROW WHEN (true) EXECUTE FUNCTION remove_email();
COMMIT;
