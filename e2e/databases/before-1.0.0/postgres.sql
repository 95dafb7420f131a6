--
-- PostgreSQL database dump
--



SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: limits; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.limits (
    key text NOT NULL,
    points integer NOT NULL,
    expire bigint
);


--
-- Name: migrations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.migrations (
    number bigint NOT NULL
);


--
-- Name: notes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.notes (
    id text NOT NULL,
    user_id text NOT NULL,
    title text NOT NULL,
    content text NOT NULL,
    version bigint NOT NULL
);


--
-- Name: sessions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sessions (
    token_hash text NOT NULL,
    user_id text NOT NULL,
    last_used_at bigint NOT NULL
);


--
-- Name: users; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.users (
    id text NOT NULL,
    user_name text NOT NULL,
    email text NOT NULL,
    password_hash text NOT NULL,
    notes_version bigint NOT NULL,
    created_at bigint NOT NULL
);


--
-- Data for Name: limits; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.limits VALUES ('registrations:swmgE0dzuAVxwvG8flY_3L03hvon4A9m7nr_HM1qip4', 1, 1795415437161);


--
-- Data for Name: migrations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.migrations VALUES (1);
INSERT INTO public.migrations VALUES (2);


--
-- Data for Name: notes; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.notes VALUES ('16c074f4-792a-49cd-9ba4-60a0b2e16411', '291f8924-a47b-4131-882e-0917e83091e9', 'Compras', 'Pan, tomates y jabón de Marsella.', 1);
INSERT INTO public.notes VALUES ('a712541b-7768-470a-9c03-c2f29703efea', '291f8924-a47b-4131-882e-0917e83091e9', '', 'La palabra que buscaba era «sobremesa».', 2);
INSERT INTO public.notes VALUES ('5db62b32-8de3-4585-a98c-b03ea73b064c', '291f8924-a47b-4131-882e-0917e83091e9', 'Vacía', '', 3);
INSERT INTO public.notes VALUES ('544fe788-d96c-48c7-a690-bcca43203a6a', '291f8924-a47b-4131-882e-0917e83091e9', '', '', 4);
INSERT INTO public.notes VALUES ('4f3405ad-1a02-4891-9be7-bb5e8926dad9', '291f8924-a47b-4131-882e-0917e83091e9', 'Familia 👨‍👩‍👧‍👦 y 🇪🇸', 'Cumpleaños: 🎂
	mañana — 12 €
', 5);
INSERT INTO public.notes VALUES ('8746c52e-29f0-4f30-9fb6-851e8dc1128f', '291f8924-a47b-4131-882e-0917e83091e9', 'قائمة المشتريات', 'خبز وحليب، و 12 تفاحة. שלום!', 6);
INSERT INTO public.notes VALUES ('b7e0d4e2-5898-44fc-ac8f-758c1af5e502', '291f8924-a47b-4131-882e-0917e83091e9', 'Acta ñññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññ', 'Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. ', 7);
INSERT INTO public.notes VALUES ('0af0f11b-064a-4e36-872f-7e7f1d3a8d14', '291f8924-a47b-4131-882e-0917e83091e9', 'It''s \n $1 ''quoted''', '-- DROP TABLE notes; $$ \. "" ?', 8);
INSERT INTO public.notes VALUES ('0fbd2ef5-4d6f-47b5-b832-0f0c9893655f', '291f8924-a47b-4131-882e-0917e83091e9', 'Después de los recados', '', 10);
INSERT INTO public.notes VALUES ('91905fd7-bf09-479a-a8fa-ef5ab27d5537', '291f8924-a47b-4131-882e-0917e83091e9', 'Recados', 'Llamar al dentista.', 11);


--
-- Data for Name: sessions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.sessions VALUES ('e49146dedcceccfef2d3fabfde3fbaebe853331a833ee5e470374a9440c9c929', '291f8924-a47b-4131-882e-0917e83091e9', 1795411837275);
INSERT INTO public.sessions VALUES ('9606d367d9673428433ea01e936d5da697cf3313d4918c3d293321e090c5c6ca', '291f8924-a47b-4131-882e-0917e83091e9', 1795411837358);


--
-- Data for Name: users; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.users VALUES ('291f8924-a47b-4131-882e-0917e83091e9', 'Carmen', 'e9b6702a-bf04-480d-ae30-87899143574d@correo.es', '$argon2id$v=19$m=19456,t=2,p=1$81XtgekXuvYoTewBbsq07w$SQpkdP9gMLVXfx4iWy3hPODYayP6Q7j7j9Vf6o7m9b8', 15, 1795411837186);


--
-- Name: limits limits_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.limits
    ADD CONSTRAINT limits_pkey PRIMARY KEY (key);


--
-- Name: migrations migrations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (number);


--
-- Name: notes notes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.notes
    ADD CONSTRAINT notes_pkey PRIMARY KEY (id);


--
-- Name: sessions sessions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (token_hash);


--
-- Name: users users_email_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_email_key UNIQUE (email);


--
-- Name: users users_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);


--
-- Name: notes_of_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX notes_of_user ON public.notes USING btree (user_id, version);


--
-- Name: sessions_of_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sessions_of_user ON public.sessions USING btree (user_id);


--
-- Name: notes notes_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.notes
    ADD CONSTRAINT notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: sessions sessions_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- PostgreSQL database dump complete
--


